/* SPDX-License-Identifier: Apache-2.0 */
/* Streams, with blocks, strings and buffers in large memory. */
#define _GNU_SOURCE
#include "io_calls.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONG = 50000 };

static char *long_text(void)
{
    char *p = mem(LONG + 1, NULL);
    for (size_t i = 0; i < LONG; i++)
        p[i] = (char)('a' + i * 7 % 26);
    p[LONG] = '\0';
    return p;
}

static void written(const char *what)
{
    static char all[1 << 20];
    int fd = open("out", O_RDONLY);
    ssize_t n = read(fd, all, sizeof all);
    close(fd);
    fact(what, n);
    fact("sum", sum_of(all, (size_t)n));
}

static void reads(void)
{
    FILE *f = fopen("out", "w+");
    for (int i = 0; i < LONG; i++)
        putc(i * 11 % 251, f);
    static const char *const names[] = {"fread", "fread_unlocked", "_IO_fread"};
    for (int i = 0; i < 3; i++) {
        rewind(f);
        T(names[i], ARG(mem(LONG, NULL)), 7, 6000, ARG(f));
        T(names[i], ARG(mem(LONG, NULL)), 7, 6000, ARG(f)); /* the rest, and a part of an element */
        fact("end", feof(f) != 0);
    }
    static const char *const checked[] = {"__fread_chk", "__fread_unlocked_chk"};
    for (int i = 0; i < 2; i++) {
        rewind(f);
        T(checked[i], ARG(mem(LONG, NULL)), LONG, 1, LONG, ARG(f));
    }
    rewind(f);
    fact("gets", fgets(mem(LONG, NULL), LONG, f) != NULL);
    fclose(f);
}

static void writes(void)
{
    static const char *const names[] = {"fwrite", "fwrite_unlocked", "_IO_fwrite"};
    static const char *const puts_to[] = {"fputs", "fputs_unlocked", "_IO_fputs"};
    FILE *f = fopen("out", "w");
    for (int i = 0; i < 3; i++)
        T(names[i], ARG(mem(LONG, NULL)), 7, 7000, ARG(f));
    for (int i = 0; i < 3; i++)
        TS(puts_to[i], ARG(long_text()), ARG(f));
    fflush(f);
    written("written");
    fclose(f);
    f = fopen("/dev/full", "w");
    setvbuf(f, NULL, _IONBF, 0);
    T("fwrite", ARG(mem(LONG, NULL)), 1, LONG, ARG(f));
    fact("error", ferror(f) != 0);
    fclose(f);
}

static int save_output(void)
{
    int old = dup(1);
    fflush(stdout);
    int fd = open("out", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(fd, 1);
    close(fd);
    return old;
}

static void restore_output(int old)
{
    fflush(stdout);
    dup2(old, 1);
    close(old);
}

static long print_list(int (*print)(FILE *, const char *, va_list), FILE *f, const char *format,
                       ...)
{
    va_list values;
    va_start(values, format);
    long n = print(f, format, values);
    va_end(values);
    return n;
}

static int list_to_output(FILE *f, const char *format, va_list values)
{
    (void)f;
    return vprintf(format, values);
}

static int list_to_file(FILE *f, const char *format, va_list values)
{
    return vdprintf(fileno(f), format, values);
}

/* As a compiler would call them; _FORTIFY_SOURCE makes the checked forms of these. */
static void prints(void)
{
    FILE *f = fopen("out", "w");
    char *s = long_text();
    evict();
    fact("fprintf", fprintf(f, "%5d %*s|%-3c %.4f %s %% %Lg %ld%n\n", 42, 9, "ab", 'c', 2.5, s,
                            1.5L, 123456789012L, &(int){0}));
    evict();
    fact("vfprintf", print_list(vfprintf, f, "%s %1.3s\n", s, s));
    evict();
    fact("places", print_list(vfprintf, f, "%2$s %1$d\n", 5, s));
    evict();
    fact("dprintf", dprintf(fileno(f), "%d %s\n", 7, s));
    evict();
    fact("vdprintf", print_list(list_to_file, f, "%s.\n", s));
    fflush(f);
    written("printed");
    fclose(f);
    int old = save_output();
    evict();
    int n = printf("%s %d\n", s, 3);
    evict();
    long m = print_list(list_to_output, stdout, "%zu %s\n", (size_t)9, s);
    evict();
    int k = puts(s);
    restore_output(old);
    fact("printf", n);
    fact("vprintf", m);
    fact("puts", k >= 0);
    written("printed");
}

typedef int (*list_printer)(FILE *, const char *, va_list);
typedef int (*checked_list_printer)(int, const char *, va_list);

static int list_checked(FILE *f, const char *format, va_list values)
{
    (void)f;
    return ((checked_list_printer)dlsym(RTLD_DEFAULT, "__vprintf_chk"))(1, format, values);
}

static void named_prints(void)
{
    static const char *const to[] = {"fprintf", "_IO_fprintf"}, *const out[] = {"printf",
                                                                                "_IO_printf"};
    FILE *f = fopen("out", "w");
    for (int i = 0; i < 2; i++)
        T(to[i], ARG(f), ARG("%s %d"), ARG(long_text()), 5);
    T("__fprintf_chk", ARG(f), 1, ARG("%s %d"), ARG(long_text()), 5);
    T("dprintf", fileno(f), ARG("%s %d"), ARG(long_text()), 5);
    T("__dprintf_chk", fileno(f), 1, ARG("%s %d"), ARG(long_text()), 5);
    char *s = long_text();
    long n = print_list((list_printer)dlsym(RTLD_DEFAULT, "_IO_vfprintf"), f, "%s.", s);
    fact("_IO_vfprintf", n);
    fflush(f);
    written("printed");
    fclose(f);
    int old = save_output();
    for (int i = 0; i < 2; i++)
        TQ(out[i], ARG("%s %d"), ARG(long_text()), 5);
    TQ("__printf_chk", 1, ARG("%s %d"), ARG(long_text()), 5);
    TQ("puts", ARG(long_text()));
    TQ("_IO_puts", ARG(long_text()));
    n = print_list(list_checked, stdout, "%s\n", s);
    restore_output(old);
    static const char *const done[] = {"_IO_printf", "__printf_chk", "_IO_puts"};
    for (int i = 0; i < 3; i++)
        fact(done[i], 1); /* whose own lines go to the file */
    fact("__vprintf_chk", n);
    written("printed");
}

/* Each kind of buffer, in memory that the stream's own system calls use. */
static void buffers(void)
{
    static const char *const names[] = {"setbuf", "setbuffer", "setvbuf"};
    for (int i = 0; i < 3; i++) {
        FILE *f = fopen("out", "w+");
        size_t bytes = i == 0 ? BUFSIZ : 40000;
        char *room = malloc(50000);
        if (i < 2)
            TQ(names[i], ARG(f), ARG(room), ARG(bytes));
        else
            TS(names[i], ARG(f), ARG(room), _IOFBF, ARG(bytes));
        for (int k = 0; k < 120000; k++) {
            putc(k * 3 % 251, f);
            if (k % 10000 == 0)
                evict();
        }
        evict();
        fact("flushed", fflush(f));
        rewind(f);
        uint32_t sum = 0;
        for (int k = 0; k < 120000; k++) {
            sum = sum * 31 + (uint32_t)getc(f);
            if (k % 10000 == 0)
                evict();
        }
        fact("sum", sum);
        fseek(f, 0, SEEK_END);
        fprintf(f, "%d more\n", 5);
        evict();
        fact("closed", fclose(f));
        free(room);
        written("written");
    }
    char *line = NULL;
    size_t room = 0;
    FILE *f = fopen("out", "r");
    fact("line", getdelim(&line, &room, '\n', f));
    fclose(f);
    free(line);
}

void calls_streams(void)
{
    reads();
    writes();
    prints();
    named_prints();
    buffers();
}
