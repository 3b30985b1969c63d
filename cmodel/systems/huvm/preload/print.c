/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Formatted output. A string longer than the stream's buffer is passed to the kernel directly; so
 * if one is in managed memory, everything is formatted into other memory and then written.
 */
#define _GNU_SOURCE
#include "preload.h"
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

/* flag: of the checked form; -1 for the plain form. */
typedef int (*stream_printer)(FILE *, const char *, va_list);
typedef int (*checked_printer)(FILE *, int, const char *, va_list);
typedef int (*text_printer)(char **, int, const char *, va_list);

struct walk {
    va_list values;
};

/* Consumes the value of one conversion; true: it may be managed text, or is unknown. */
static bool take(struct walk *w, char conversion, const char *length, size_t letters)
{
    bool is_long = letters > 0 && strchr("lqLjzt", length[0]) != NULL;
    switch (conversion) {
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
        if (is_long)
            (void)va_arg(w->values, long);
        else
            (void)va_arg(w->values, int);
        return false;
    case 'c':
    case 'C': (void)va_arg(w->values, wint_t); return false;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        if (letters > 0 && length[0] == 'L')
            (void)va_arg(w->values, long double);
        else
            (void)va_arg(w->values, double);
        return false;
    case 's':
    case 'S': return lpi_has(va_arg(w->values, const void *));
    case 'p':
    case 'n': (void)va_arg(w->values, void *); return false;
    case 'm':
    case '%': return false;
    default: return true;
    }
}

/* Skips the number or '*' of a width or precision. false: a positional argument, `1$`. */
static bool skip_number(struct walk *w, const char **at)
{
    if (**at == '*') {
        (*at)++;
        (void)va_arg(w->values, int);
    }
    while (isdigit((unsigned char)**at))
        (*at)++;
    return **at != '$';
}

static bool walk(struct walk *w, const char *format)
{
    if (lpi_has(format))
        return true;
    while ((format = strchr(format, '%')) != NULL) {
        format += 1 + strspn(format + 1, "-+ #0'I");
        if (!skip_number(w, &format))
            return true;
        if (*format == '.') {
            format++;
            if (!skip_number(w, &format))
                return true;
        }
        size_t letters = strspn(format, "hlqLjzt");
        const char *length = format;
        format += letters;
        if (*format == '\0' || take(w, *format, length, letters))
            return true;
        format++;
    }
    return false;
}

static bool is_managed(const char *format, va_list values)
{
    struct walk w;
    if (lpi_client() == NULL || format == NULL)
        return false;
    va_copy(w.values, values);
    bool found = walk(&w, format);
    va_end(w.values);
    return found;
}

/* Formats into memory of the C library; -1: error, as the C library's function reports it. */
static int make_text(char **text, int flag, const char *format, va_list values)
{
    static text_printer checked;
    lpi_depth++;
    if (flag >= 0)
        LPI_FIND(checked, "__vasprintf_chk");
    int n = checked != NULL && flag >= 0 ? checked(text, flag, format, values)
                                         : vasprintf(text, format, values);
    lpi_depth--;
    return n;
}

static int print(FILE *file, int flag, const char *format, va_list values)
{
    static stream_printer plain;
    static checked_printer checked;
    char *text;
    LPI_FIND(plain, "vfprintf");
    if (flag >= 0)
        LPI_FIND(checked, "__vfprintf_chk");
    if (!is_managed(format, values))
        return flag < 0 ? plain(file, format, values) : checked(file, flag, format, values);
    int n = make_text(&text, flag, format, values);
    if (n < 0)
        return n;
    if (fwrite(text, 1, (size_t)n, file) != (size_t)n)
        n = -1;
    int error = errno;
    free(text);
    errno = error;
    return n;
}

static int print_to(int fd, int flag, const char *format, va_list values)
{
    static int (*plain)(int, const char *, va_list);
    static int (*checked)(int, int, const char *, va_list);
    char *text;
    LPI_FIND(plain, "vdprintf");
    if (flag >= 0)
        LPI_FIND(checked, "__vdprintf_chk");
    if (!is_managed(format, values))
        return flag < 0 ? plain(fd, format, values) : checked(fd, flag, format, values);
    int n = make_text(&text, flag, format, values);
    ssize_t wrote = 0;
    for (size_t done = 0; n > 0 && done < (size_t)n; done += (size_t)wrote)
        if ((wrote = write(fd, text + done, (size_t)n - done)) < 0)
            break;
    if (n >= 0) {
        int error = errno;
        free(text);
        errno = error;
    }
    return wrote < 0 ? -1 : n;
}

#define WITH_VALUES(last, call)                                                                    \
    va_list values;                                                                                \
    va_start(values, last);                                                                        \
    int n = call;                                                                                  \
    va_end(values);                                                                                \
    return n

LPI_EXPORT int vfprintf(FILE *file, const char *format, va_list values)
{
    return print(file, -1, format, values);
}

LPI_EXPORT int vprintf(const char *format, va_list values)
{
    return print(stdout, -1, format, values);
}

LPI_EXPORT int fprintf(FILE *file, const char *format, ...)
{
    WITH_VALUES(format, print(file, -1, format, values));
}

LPI_EXPORT int printf(const char *format, ...)
{
    WITH_VALUES(format, print(stdout, -1, format, values));
}

LPI_EXPORT int vdprintf(int fd, const char *format, va_list values)
{
    return print_to(fd, -1, format, values);
}

LPI_EXPORT int dprintf(int fd, const char *format, ...)
{
    WITH_VALUES(format, print_to(fd, -1, format, values));
}

LPI_EXPORT int __vfprintf_chk(FILE *file, int flag, const char *format, va_list values);
int __vfprintf_chk(FILE *file, int flag, const char *format, va_list values)
{
    return print(file, flag, format, values);
}

LPI_EXPORT int __vprintf_chk(int flag, const char *format, va_list values);
int __vprintf_chk(int flag, const char *format, va_list values)
{
    return print(stdout, flag, format, values);
}

LPI_EXPORT int __fprintf_chk(FILE *file, int flag, const char *format, ...);
int __fprintf_chk(FILE *file, int flag, const char *format, ...)
{
    WITH_VALUES(format, print(file, flag, format, values));
}

LPI_EXPORT int __printf_chk(int flag, const char *format, ...);
int __printf_chk(int flag, const char *format, ...)
{
    WITH_VALUES(format, print(stdout, flag, format, values));
}

LPI_EXPORT int __vdprintf_chk(int fd, int flag, const char *format, va_list values);
int __vdprintf_chk(int fd, int flag, const char *format, va_list values)
{
    return print_to(fd, flag, format, values);
}

LPI_EXPORT int __dprintf_chk(int fd, int flag, const char *format, ...);
int __dprintf_chk(int fd, int flag, const char *format, ...)
{
    WITH_VALUES(format, print_to(fd, flag, format, values));
}

/* Old aliases. */
#define OLD(of) __attribute__((alias(#of), copy(of)))
LPI_EXPORT int _IO_vfprintf(FILE *, const char *, va_list) OLD(vfprintf);
LPI_EXPORT int _IO_fprintf(FILE *, const char *, ...) OLD(fprintf);
LPI_EXPORT int _IO_printf(const char *, ...) OLD(printf);
