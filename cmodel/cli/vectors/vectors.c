/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700
#include "../../lib/io/json_file.h"
#include "../../kit/array.h"
#include "case_file.h"
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/input.h"
#include "kit_options.h"
#include "../shared/output.h"
#include "vectors_pack.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char help[] =
    "Usage: linepress vectors UNIT FILE... -o DIR [OPTION]...\n"
    "\n"
    "Writes a vector pack, for a bench in any simulator, into the new folder DIR: $readmemh files\n"
    "with the beats of the unit's streams, what a bench includes, and pack.json, which says what "
    "is\n"
    "where. FILE holds cases of 'linepress gen' (\"-\": standard input) or, for the codecs and\n"
    "cdma-pack, an array: its lines, stored as a good encoder does where the unit decodes, and\n"
    "its groups shrunk with ZVC for cdma-pack. All that comes out of the unit's cycle model is "
    "held\n"
    "against the functional model first. DIR appears whole or not at all.\n"
    "\n"
    "  -o, --folder DIR  where to write\n"
    "  -f, --force       replace DIR, if it holds a pack and nothing else\n"
    "  -p, --param NAME=VALUE\n"
    "                    a parameter of the unit; cases must have been made with it\n";

#define CASES "# linepress-cases"

/* What pack.json of the folder lists; NULL: there is none that vectors wrote. */
static json_t *listed_files(int folder)
{
    int fd = openat(folder, VECTORS_JSON, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    FILE *file = fd >= 0 ? fdopen(fd, "rb") : NULL;
    json_error_t why;
    json_t *pack = file != NULL ? lpi_json_file(file, &why) : NULL, *files = NULL;
    const char *format = json_string_value(json_object_get(pack, "format"));

    if (file != NULL)
        fclose(file);
    if (format != NULL && strcmp(format, VECTORS_FORMAT) == 0)
        files = json_incref(json_object_get(pack, "files"));
    json_decref(pack);
    return files;
}

static bool ours(int folder, const char *name)
{
    json_t *files = listed_files(folder), *file;
    bool yes = files != NULL && strcmp(name, VECTORS_JSON) == 0;
    struct stat st;
    size_t i;

    json_array_foreach(files, i, file) {
        const char *listed = json_string_value(json_object_get(file, "name"));
        if (listed != NULL && strcmp(listed, name) == 0)
            yes = fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
                  st.st_size == json_integer_value(json_object_get(file, "bytes"));
    }
    json_decref(files);
    return yes;
}

/* ---- cases ---- */

/* What is no regular file can be read once, so it has to hold cases. */
static bool has_cases(const char *path)
{
    char begin[sizeof CASES - 1];
    struct stat st;

    if (strcmp(path, "-") == 0)
        return true;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
        return true;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        cli_fail("%s: %s", path, strerror(errno));
    bool yes = fread(begin, 1, sizeof begin, file) == sizeof begin &&
               memcmp(begin, CASES, sizeof begin) == 0;
    fclose(file);
    return yes;
}

static uint64_t take_cases(struct vectors *q, struct cli_cases *cases)
{
    while (cli_cases_next(cases)) {
        const char *rest = cli_cases_inputs(cases, lpi_pack_next(q->pack));
        if (*rest != '\0')
            cli_cases_bad(cases, "more fields than the inputs of a case");
        const char *wrong = lpi_pack_put(q->pack);
        if (wrong != NULL)
            cli_cases_bad(cases, wrong);
        vectors_check(q);
    }
    return cases->count;
}

/* ---- arrays ---- */

struct array {
    const char *path;
    struct lp_input *input;
    size_t most; /* bytes of a case */
};

static uint64_t take_array(struct vectors *q, const struct array *array)
{
    uint8_t data[LPI_KIT_ARRAY_MOST];
    const struct lpi_case_head *head = &q->head;
    uint64_t cases = 0;

    for (size_t got; (got = cli_input_read(array->input, array->path, data, array->most)) > 0;) {
        lpi_kit_array_case(head->unit, head->values, data, got, lpi_pack_next(q->pack));
        const char *wrong = lpi_pack_put(q->pack);
        if (wrong != NULL)
            cli_fail("%s: case %" PRIu64 ": %s", array->path, cases, wrong);
        vectors_check(q);
        cases++;
    }
    lp_input_close(array->input);
    return cases;
}

/* ---- the command ---- */

/* All are opened before anything is written; the first says of what parameters the pack is. */
struct source {
    bool is_cases;
    struct cli_cases cases;
    struct array array;
};

static void open_source(struct source *q, const char *path, const struct kit_options *options)
{
    const struct lpi_case_head *head = &options->head;

    q->is_cases = has_cases(path);
    if (q->is_cases) {
        cli_cases_open(&q->cases, path, options);
        return;
    }
    q->array = (struct array){.path = path, .most = lpi_kit_array_bytes(head->unit, head->values)};
    if (q->array.most == 0)
        cli_fail("%s: holds no cases of 'linepress gen', and %s takes no array", path,
                 head->unit->name);
    q->array.input = cli_input_open(path, 0);
}

static void check_heads(const struct lpi_case_head *head, const struct source *source)
{
    for (size_t i = 0; source->is_cases && i < head->unit->nparams; i++)
        if (source->cases.head.values[i] != head->values[i])
            cli_fail("%s: the cases have %s=%d, not %d as the other files", source->cases.path,
                     head->unit->params[i].name, source->cases.head.values[i], head->values[i]);
}

static uint64_t take(struct vectors *q, struct source *source)
{
    uint64_t cases;

    if (source->is_cases) {
        cases = take_cases(q, &source->cases);
        vectors_source(q, &source->cases.head.seed, cases);
        cli_cases_close(&source->cases);
    } else {
        cases = take_array(q, &source->array);
        vectors_source(q, NULL, cases);
    }
    return cases;
}

int cli_vectors(int argc, char **argv)
{
    struct kit_options options;
    struct vectors q;
    uint64_t cases = 0;

    kit_parse(argc, argv, KIT_FOLDER | KIT_FORCE, help, &options);
    if (options.file_count == 0)
        cli_fail("vectors: no file given; try 'linepress vectors --help'");
    struct source *sources = cli_alloc((size_t)options.file_count * sizeof *sources);
    for (int i = 0; i < options.file_count; i++)
        open_source(&sources[i], options.files[i], &options);
    if (sources[0].is_cases)
        options.head = sources[0].cases.head;
    for (int i = 0; i < options.file_count; i++)
        check_heads(&options.head, &sources[i]);
    cli_folder_open(options.folder, options.force, ours, "a pack");
    vectors_open(&q, &options.head);
    for (int i = 0; i < options.file_count; i++)
        cases += take(&q, &sources[i]);
    if (cases == 0)
        cli_fail("%s: no cases", options.files[0]);
    vectors_close(&q);
    cli_folder_finish();
    free(sources);
    return EXIT_GOOD;
}
