/* SPDX-License-Identifier: Apache-2.0 */
/* Saved launches, as `linepress capture --launch` writes them: format.md, section 19. */
#ifndef LPI_LAUNCH_H
#define LPI_LAUNCH_H

#include <stddef.h>
#include <stdint.h>

enum lpi_launch_access { LPI_LAUNCH_READ_WRITE, LPI_LAUNCH_READ_ONLY, LPI_LAUNCH_WRITE_ONLY };
enum lpi_launch_kind { LPI_LAUNCH_BUFFER, LPI_LAUNCH_VALUE, LPI_LAUNCH_LOCAL, LPI_LAUNCH_NULL };

/* The most buffers, the most arguments, and the most bytes of an argument passed by value. */
#define LPI_LAUNCH_MOST 4096u
#define LPI_LAUNCH_VALUE_MAX 65536u

struct lpi_launch_buffer {
    const char *name;
    uint64_t bytes;
    enum lpi_launch_access access;
    char *path; /* of a file of so many bytes */
};

struct lpi_launch_argument {
    enum lpi_launch_kind kind;
    size_t buffer;          /* of a buffer: its number */
    uint64_t offset, bytes; /* offset only of a buffer */
    uint8_t *value;         /* of a value: its bytes */
};

struct lpi_launch {
    const char *kernel, *options, *directory; /* directory: NULL if the file has none */
    char *program;                            /* path of the source */
    unsigned dimensions;                      /* 1 to 3 */
    uint64_t offset[3], global[3], local[3];  /* local[0] 0: the implementation's choice */
    struct lpi_launch_buffer *buffers;
    struct lpi_launch_argument *arguments;
    size_t buffer_count, argument_count;
    void *root; /* holds the names */
};

struct lpi_launch_fault {
    char why[256];
};

/*
 * Reads DIR/launch.json and checks that the files it names exist and have the right size.
 * LP_ERR_SYSTEM, LP_ERR_CORRUPT; *fault says more. *launch is written only for LP_OK.
 */
int lpi_launch_read(const char *folder, struct lpi_launch **launch, struct lpi_launch_fault *fault);
/* The same from text; its files are in `folder`. */
int lpi_launch_parse(const char *text, size_t bytes, const char *folder, struct lpi_launch **launch,
                     struct lpi_launch_fault *fault);
/* NULL is fine. */
void lpi_launch_free(struct lpi_launch *launch);

#endif
