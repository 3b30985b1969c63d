/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One program with a limited amount of local memory and an idle neighbour, or a recording of its
 * chunks. Functions that return an int return 0, or the code of the fault.
 */
#ifndef LPI_HUVM_ONE_H
#define LPI_HUVM_ONE_H

#include "../../base/fault.h"
#include "real/real.h"

struct huvm_one {
    char **program;              /* the program and its arguments; ends with NULL */
    uint64_t chunk, room, least; /* bytes; least 0: only memory from lp_huvm_alloc */
    bool aside;                  /* redirect its standard output to standard error */
    /* For a recording. */
    unsigned window;
    /* For a run. */
    uint64_t local, spare;     /* bytes */
    unsigned policy;           /* index in huvm_policies */
    uint64_t prefetch, stride; /* bytes; UINT64_MAX: not given */
    unsigned threshold;        /* chunks */
    double slow;               /* links at this fraction of their rates; 0: unlimited */
    enum huvm_compress compress;
    enum huvm_codec codec;
    const char *host; /* a file for the host tier, or NULL */
    enum huvm_faults faults;
};

/* End of the program. */
struct huvm_ended {
    int status;    /* as returned by waitpid */
    uint64_t time; /* ns of its run */
    int signal;    /* the signal to this process that ended the program; 0: none */
};

struct huvm_one_result {
    struct huvm_ended end;
    struct huvm_result result;
    enum huvm_faults faults; /* how it received faults; HUVM_ANY_FAULTS: it requested no memory */
    int reason;              /* an errno: why it had no userfaultfd; 0: it was not requested */
};

/* `end` is set after a fault too. */
int huvm_one_run(const struct huvm_one *one, struct huvm_one_result *result,
                 struct lpi_fault *fault);

/* The chunks that it used, in order. */
struct huvm_uses {
    struct huvm_ended end;
    uint32_t *chunk; /* the caller frees it; NULL: the program failed with status not 0 */
    uint64_t count;
    uint32_t chunks; /* exclusive bound of the numbers */
};

int huvm_one_record(const struct huvm_one *one, struct huvm_uses *uses, struct lpi_fault *fault);

#endif
