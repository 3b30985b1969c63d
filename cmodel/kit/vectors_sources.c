/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700
#include "vectors_sources.h"
#include "../lib/io/input_all.h"
#include "array.h"
#include "case_file.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define CASES "# linepress-cases"

struct array {
    struct lp_input *input;
    size_t most; /* bytes of a case */
};

struct vectors_source {
    const char *path;
    bool is_cases;
    struct lpi_cases cases;
    struct array array;
};

/* ---- cases ---- */

/* A file that is not regular can be read only once, so it must hold cases. */
static bool has_cases(const char *path, struct lpi_fault *fault)
{
    char begin[sizeof CASES - 1];
    struct stat st;

    if (strcmp(path, "-") == 0)
        return true;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
        return true;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        lpi_fault_set(fault, LPI_BAD, "%s: %s", path, strerror(errno));
        return false;
    }
    bool yes = fread(begin, 1, sizeof begin, file) == sizeof begin &&
               memcmp(begin, CASES, sizeof begin) == 0;
    fclose(file);
    return yes;
}

static int take_cases(struct vectors *q, struct lpi_cases *cases)
{
    while (lpi_cases_next(cases)) {
        const char *rest = lpi_cases_inputs(cases, lpi_pack_next(q->pack)), *wrong = NULL;
        if (rest == NULL)
            return q->fault->code;
        if (*rest != '\0')
            wrong = "more fields than the inputs of a case";
        else
            wrong = lpi_pack_put(q->pack);
        if (q->fault->code == 0 && wrong != NULL)
            lpi_cases_bad(cases, wrong);
        if (vectors_check(q) != 0)
            break;
    }
    return q->fault->code;
}

/* ---- arrays ---- */

static int take_array(struct vectors *q, const struct array *array, const char *path,
                      uint64_t *cases)
{
    uint8_t data[LPI_KIT_ARRAY_MOST];
    const struct lpi_case_head *head = &q->head;
    size_t got;

    for (*cases = 0;
         lpi_input_next(array->input, path, data, array->most, &got, q->fault) == 0 && got > 0;
         ++*cases) {
        lpi_kit_array_case(head->unit, head->values, data, got, lpi_pack_next(q->pack));
        const char *wrong = lpi_pack_put(q->pack);
        if (q->fault->code == 0 && wrong != NULL)
            lpi_fault_set(q->fault, LPI_BAD, "%s: case %" PRIu64 ": %s", path, *cases, wrong);
        if (vectors_check(q) != 0)
            break;
    }
    return q->fault->code;
}

/* ---- all of them ---- */

static int open_source(struct vectors_source *q, const char *path, const struct lpi_case_head *head,
                       const bool *named, struct lpi_fault *fault)
{
    q->path = path;
    q->is_cases = has_cases(path, fault);
    if (fault->code != 0)
        return fault->code;
    if (q->is_cases)
        return lpi_cases_open(&q->cases, path, head, named, fault);
    q->array = (struct array){.most = lpi_kit_array_bytes(head->unit, head->values)};
    if (q->array.most == 0)
        return lpi_fault_set(fault, LPI_BAD,
                             "%s: holds no cases of 'linepress gen', and %s takes no array", path,
                             head->unit->name);
    q->array.input = lpi_input_begin(path, 0, fault);
    return fault->code;
}

static int check_head(const struct lpi_case_head *head, const struct vectors_source *source,
                      struct lpi_fault *fault)
{
    for (size_t i = 0; source->is_cases && i < head->unit->nparams; i++)
        if (source->cases.head.values[i] != head->values[i])
            return lpi_fault_set(fault, LPI_BAD,
                                 "%s: the cases have %s=%d, not %d as the other files",
                                 source->cases.path, head->unit->params[i].name,
                                 source->cases.head.values[i], head->values[i]);
    return 0;
}

int vectors_sources_open(struct vectors_sources *s, const struct lpi_case_head *asked,
                         const bool *named, char *const *files, size_t count,
                         struct lpi_fault *fault)
{
    *s = (struct vectors_sources){.head = *asked};
    s->list = lpi_fault_alloc(fault, count * sizeof *s->list);
    if (s->list == NULL)
        return fault->code;
    memset(s->list, 0, count * sizeof *s->list);
    s->count = count;
    for (size_t i = 0; i < count && fault->code == 0; i++)
        open_source(&s->list[i], files[i], asked, named, fault);
    if (fault->code == 0 && s->list[0].is_cases)
        s->head = s->list[0].cases.head;
    for (size_t i = 0; i < count && fault->code == 0; i++)
        check_head(&s->head, &s->list[i], fault);
    if (fault->code != 0)
        vectors_sources_close(s);
    return fault->code;
}

void vectors_sources_close(struct vectors_sources *s)
{
    for (size_t i = 0; i < s->count; i++) {
        lpi_cases_close(&s->list[i].cases);
        lp_input_close(s->list[i].array.input);
    }
    free(s->list);
    *s = (struct vectors_sources){.count = 0};
}

/* Adds the source's number of cases to *sum. */
static int take(struct vectors *q, struct vectors_source *source, uint64_t *sum)
{
    uint64_t cases = 0;

    source->cases.fault = q->fault;
    if (source->is_cases)
        take_cases(q, &source->cases);
    else
        take_array(q, &source->array, source->path, &cases);
    if (q->fault->code != 0)
        return q->fault->code;
    if (source->is_cases)
        cases = source->cases.count;
    *sum += cases;
    return vectors_source(q, source->is_cases ? &source->cases.head.seed : NULL, cases);
}

int vectors_write(struct vectors_sources *s, const struct vectors_place *place,
                  struct lpi_fault *fault)
{
    struct vectors q;
    uint64_t cases = 0;

    if (vectors_open(&q, &s->head, place, fault) != 0)
        return fault->code;
    for (size_t i = 0; i < s->count && fault->code == 0; i++)
        take(&q, &s->list[i], &cases);
    if (fault->code == 0 && cases == 0)
        lpi_fault_set(fault, LPI_BAD, "%s: no cases", s->list[0].path);
    if (fault->code == 0)
        vectors_end(&q);
    vectors_close(&q);
    return fault->code;
}
