/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One program with so much local memory, beside a neighbour that runs nothing; or its chunks are
 * recorded. Functions that return an int return 0, or the code of the fault.
 */
#ifndef LPI_HUVM_ONE_H
#define LPI_HUVM_ONE_H

#include "../../base/fault.h"
#include "real/real.h"

struct huvm_one {
    char **program;              /* and its arguments; ends with NULL */
    uint64_t chunk, room, least; /* bytes; least 0: only what asks for it */
    bool aside;                  /* its standard output goes to standard error */
    /* Of a record. */
    unsigned window;
    /* Of a run. */
    uint64_t local, spare;     /* bytes */
    unsigned policy;           /* its place in huvm_policies */
    uint64_t prefetch, stride; /* bytes; UINT64_MAX: not given */
    unsigned threshold;        /* chunks */
    double slow;               /* links at a part of their rates; 0: as fast as it goes */
    enum huvm_compress compress;
    enum huvm_codec codec;
    const char *host; /* a file for the host tier, or NULL */
    enum huvm_faults faults;
};

/* How the program ended. */
struct huvm_ended {
    int status;    /* as of waitpid */
    uint64_t time; /* ns that it ran */
    int signal;    /* that was sent to this process, which ended the program; 0: none */
};

struct huvm_one_result {
    struct huvm_ended end;
    struct huvm_result result;
    enum huvm_faults faults; /* how it saw them; HUVM_ANY_FAULTS: it asked for no memory */
    int reason;              /* an errno: why it had no userfaultfd; 0: it was not asked for */
};

/* Also of a fault, `end` is set. */
int huvm_one_run(const struct huvm_one *one, struct huvm_one_result *result,
                 struct lpi_fault *fault);

/* The chunks that it used, in order. */
struct huvm_uses {
    struct huvm_ended end;
    uint32_t *chunk; /* the caller's; NULL: it did not end well, with status not 0 */
    uint64_t count;
    uint32_t chunks; /* each is below it */
};

int huvm_one_record(const struct huvm_one *one, struct huvm_uses *uses, struct lpi_fault *fault);

#endif
