/* SPDX-License-Identifier: Apache-2.0 */
/*
 * System calls that touch neither errno nor any state of the C library, for code that runs in a
 * thread or process unknown to the library. Each returns the kernel's result: below 0, a negated
 * errno. Not installed.
 */
#ifndef LPI_CAPTURE_RAW_H
#define LPI_CAPTURE_RAW_H

#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>

#if defined(__x86_64__)

static inline long lpi_raw(long number, long a, long b, long c, long d, long e, long f)
{
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

#elif defined(__aarch64__)

static inline long lpi_raw(long number, long a, long b, long c, long d, long e, long f)
{
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    register long x5 __asm__("x5") = f;
    __asm__ volatile("svc 0"
                     : "+r"(x0)
                     : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                     : "memory");
    return x0;
}

#else
#error "capture knows the system calls of x86-64 and AArch64 alone"
#endif

/*
 * Creates a file for writing, accessible to its owner only whatever the umask; returns its
 * descriptor.
 */
int lpi_raw_create(const char *path);
/* Creates a folder with the same access. */
long lpi_raw_folder(const char *path);
int lpi_raw_open(const char *path);
/* Some file systems report a failed write only here. */
long lpi_raw_close(int fd);
/* Writes all bytes, or returns an error. */
long lpi_raw_write(int fd, const void *bytes, size_t count);
long lpi_raw_write_at(int fd, const void *bytes, size_t count, uint64_t at);
long lpi_raw_read(int fd, void *bytes, size_t count);
long lpi_raw_read_at(int fd, void *bytes, size_t count, uint64_t at);
/* New zeroed pages; NULL: no memory. */
void *lpi_raw_memory(size_t bytes);
uint64_t lpi_raw_time(int clock);
int lpi_raw_pid(void);

#endif
