/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memfd_create */
#include "json.h"
#include "../../base/auto_state.h"
#include "../../base/codec.h"
#include "../../base/codecs.h"
#include "../../lib/io/json_rows.h"
#include "fail.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void cli_write_json(FILE *stream, json_t *object)
{
    struct lpi_fault fault;
    char *text = lpi_json_line(object, &fault);
    if (text == NULL)
        cli_fail_for(&fault);
    fprintf(stream, "%s\n", text);
    free(text);
}

/* Collects output until it is complete, in an unnamed file rather than in this process's memory. */
static FILE *aside;

static int put_aside(void *context, const char *text, struct lpi_fault *fault)
{
    (void)context;
    (void)fault;
    fputs(text, aside); /* end_aside detects failures */
    return 0;
}

static void begin_aside(void)
{
    int fd = memfd_create("json", MFD_CLOEXEC);
    aside = fd >= 0 ? fdopen(fd, "w+") : NULL;
    if (aside == NULL)
        cli_fail("the JSON text: %s", strerror(errno));
}

static void end_aside(void)
{
    char text[4096];
    if (fflush(aside) != 0 || ferror(aside) || fseek(aside, 0, SEEK_SET) != 0)
        cli_fail("the JSON text: %s", strerror(errno));
    for (size_t bytes; (bytes = fread(text, 1, sizeof text, aside)) > 0;)
        fwrite(text, 1, bytes, stdout);
    fclose(aside);
}

void cli_print_json_rows(json_t *object, const char *key, size_t count,
                         json_t *(*row)(const void *context, size_t number), const void *context)
{
    struct lpi_fault fault;
    begin_aside();
    if (lpi_json_rows(put_aside, NULL, object, key, count, row, context, &fault) != 0)
        cli_fail_for(&fault);
    end_aside();
}

void cli_print_json(json_t *object)
{
    cli_write_json(stdout, object);
}

void cli_print_json_exact(json_t *object)
{
    char *text = json_dumps(object, JSON_REAL_PRECISION(17));
    if (text == NULL)
        cli_fail("no memory for the JSON text");
    printf("%s\n", text);
    free(text);
    json_decref(object);
}

json_t *cli_json_chosen(const uint64_t *lines)
{
    json_t *object = json_object();
    for (unsigned i = 0; i < LP_AUTO_CODECS; i++) {
        enum lp_auto_codec codec = lpi_auto_order[i];
        json_object_set_new(object, lpi_codec_numbered(LPI_PAGE, (int)codec)->name,
                            json_integer((json_int_t)lines[codec]));
    }
    return object;
}
