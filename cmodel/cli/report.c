/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int progress_shown;

noreturn void cli_fail(const char *format, ...)
{
    char line[8192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    /* One line, whatever characters a file's name has. */
    for (char *p = line; *p != '\0'; p++)
        if ((unsigned char)*p < ' ' || *p == 127)
            *p = '?';
    cli_output_abandon();
    cli_progress_end();
    fprintf(stderr, "linepress: %s\n", line);
    exit(EXIT_BAD);
}

noreturn void cli_fail_file(const char *path, int error)
{
    cli_fail("%s: %s", path, error == LP_ERR_SYSTEM ? strerror(errno) : lp_strerror(error));
}

void *cli_alloc(size_t bytes)
{
    void *memory = malloc(bytes);
    if (memory == NULL)
        cli_fail("no memory for %zu bytes", bytes);
    return memory;
}

void cli_print_json(json_t *object)
{
    char *text = json_dumps(object, JSON_REAL_PRECISION(9));
    if (text == NULL)
        cli_fail("no memory for the JSON text");
    puts(text);
    free(text);
    json_decref(object);
}

json_t *cli_json_text(const char *text)
{
    json_t *string = json_string(text);
    if (string != NULL)
        return string;
    size_t length = strlen(text);
    char *ascii = cli_alloc(length + 1);
    for (size_t i = 0; i <= length; i++)
        ascii[i] = (unsigned char)text[i] < 128 ? text[i] : '?';
    string = json_string(ascii);
    free(ascii);
    return string;
}

json_t *cli_json_ratio(double a, double b)
{
    return b > 0 ? json_real(a / b) : json_null();
}

void cli_finish_stdout(void)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        cli_fail("standard output: %s", strerror(errno));
}

void cli_progress(const char *what, uint64_t done, uint64_t total)
{
    static int last = -1;
    if (total == 0 || !isatty(STDERR_FILENO))
        return;
    int percent = (int)((double)done / (double)total * 100);
    if (progress_shown && percent == last)
        return;
    last = percent;
    progress_shown = 1;
    fprintf(stderr, "\r\033[K%s %d %%", what, percent);
}

void cli_progress_end(void)
{
    if (progress_shown)
        fputs("\r\033[K", stderr);
    progress_shown = 0;
}

void cli_report_transfer(const struct cli_options *options, const struct lpi_codec *codec,
                         uint64_t bytes, uint64_t compressed_bytes)
{
    if (!cli_output_finish())
        return;
    const char *in = options->files[0], *out = options->files[1];
    double ratio = (double)bytes / (double)compressed_bytes;
    if (options->json)
        cli_print_json(json_pack("{s:o, s:o, s:s, s:I, s:I, s:f}", "file", cli_json_text(in),
                                 "output", cli_json_text(out), "codec", codec->name, "bytes",
                                 (json_int_t)bytes, "compressed_bytes",
                                 (json_int_t)compressed_bytes, "ratio", ratio));
    else
        printf("%s: %s, %" PRIu64 " bytes raw, %" PRIu64 " compressed, ratio %.3f\n", out,
               codec->name, bytes, compressed_bytes, ratio);
}
