/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls of the C library by name, with arguments in memory of large blocks, which is not resident
 * when they begin. Each prints its answer and the contents of its memory afterwards, so that a
 * program alone and one with managed memory can be compared.
 */
#ifndef TB_HUVM_IO_CALLS_H
#define TB_HUVM_IO_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Memory for the next call, across a boundary of chunks, of bytes that `from` gives (NULL: a
   pattern). A word of its address is even to 16. */
void *mem(size_t bytes, const void *from);
char *text(const char *string);
/* The memory holds addresses, which differ from run to run. */
void *list(size_t bytes, const void *from);

/* Evicts all of it. */
void evict(void);

/* Contents of a call's line: SHOW: answer, errno and bytes; SIGN: whether it failed, and errno;
   QUIET: only its name. */
enum show { SHOW, SIGN, QUIET };

long call_named(enum show show, const char *name, const long *values);

#define VALUES_(...) ((long[8]){__VA_ARGS__})
#define ARG(value) ((long)(value))
#define T(name, ...) call_named(SHOW, name, VALUES_(__VA_ARGS__))
#define TS(name, ...) call_named(SIGN, name, VALUES_(__VA_ARGS__))
#define TQ(name, ...) call_named(QUIET, name, VALUES_(__VA_ARGS__))

/* A line about the result of a call. */
void fact(const char *what, long value);
uint32_t sum_of(const void *at, size_t bytes);

/* The next calls are made by syscall(). */
void by_syscall(bool on);

void calls_files(void);
void calls_names(void);
void calls_sockets(void);
void calls_times(void);
void calls_processes(void);
void calls_messages(void);
void calls_streams(void);
void calls_threads(void);

#endif
