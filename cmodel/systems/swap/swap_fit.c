/* SPDX-License-Identifier: Apache-2.0 */
#include "swap_fit.h"
#include <stdlib.h>
#include <string.h>

#define HELD_OUT 5u /* every fifth sample is not fitted, but used for the error */

void swap_fit_begin(struct swap_fitting *f)
{
    *f = (struct swap_fitting){.seen = 0};
    lpi_sha256_begin(&f->sum);
}

static struct lp_swap_sample *take(const struct swap_samples *s, int held_out, size_t *count,
                                   struct lpi_fault *fault)
{
    struct lp_swap_sample *list = lpi_fault_alloc(fault, (s->count + 1) * sizeof *list);
    *count = 0;
    for (size_t i = 0; i < s->count && list != NULL; i++)
        if ((i % HELD_OUT == HELD_OUT - 1) == held_out)
            list[(*count)++] = s->list[i];
    return list;
}

static void fit(const char *path, const struct swap_samples *s, unsigned parts,
                struct swap_fitted *to, struct lpi_fault *fault)
{
    size_t count;
    struct lp_swap_sample *fitted = take(s, 0, &count, fault);
    struct lp_swap_sample *others = take(s, 1, &to->unseen, fault);
    unsigned wanted = parts;
    int error = LP_OK;
    if (fault->code == 0 && parts == 0)
        error = lp_swap_choose(fitted, count, &parts);
    if (fault->code == 0 && error == LP_OK)
        error = lp_swap_fit(fitted, count, &s->setting, parts, &to->model);
    if (error == LP_ERR_EMPTY)
        lpi_fault_set(fault, LPI_BAD, "%s: %zu samples are too few for a model%s", path, s->count,
                      wanted > 1 ? " of so many parts" : "");
    else if (error != LP_OK)
        lpi_fault_set(fault, LPI_BAD, "%s: %s", path, lp_strerror(error));
    if (fault->code == 0)
        lp_swap_error(&to->model, others, to->unseen, &to->compress, &to->expand);
    free(fitted);
    free(others);
}

/* The hash covers the samples' numbers, not the file's formatting. */
static int add_hash(struct lpi_sha256 *sum, const struct swap_samples *s, struct lpi_fault *fault)
{
    char *text = json_dumps(s->file, JSON_SORT_KEYS | JSON_COMPACT);
    if (text == NULL)
        return lpi_fault_set(fault, LPI_BAD, "swap: no memory for the samples");
    lpi_sha256_add(sum, text, strlen(text));
    free(text);
    return 0;
}

/* Checks that all samples are of one device, and that each file has a different codec. */
static int check(struct swap_fitting *f, const char *path, const struct swap_samples *s,
                 struct lpi_fault *fault)
{
    if (f->first == NULL) {
        f->first = path;
        strcpy(f->device, s->device);
    }
    if (strcmp(f->device, s->device) != 0)
        return lpi_fault_set(fault, LPI_BAD, "%s: samples of device %s, where %s has those of %s",
                             path, s->device, f->first, f->device);
    if (f->seen >> s->setting.codec & 1)
        return lpi_fault_set(fault, LPI_BAD, "%s: there are samples of %s already", path,
                             lp_swap_codec_name(s->setting.codec));
    f->seen |= 1u << s->setting.codec;
    return 0;
}

int swap_fit_file(struct swap_fitting *f, const char *path, unsigned parts, struct swap_fitted *to,
                  struct lpi_fault *fault)
{
    struct swap_samples s;
    if (swap_samples_open(path, &s, fault) != 0)
        return fault->code;
    if (check(f, path, &s, fault) == 0 && add_hash(&f->sum, &s, fault) == 0)
        fit(path, &s, parts, to, fault);
    swap_samples_close(&s);
    return fault->code;
}

void swap_fit_end(struct swap_fitting *f, char hash[LPI_SHA256_TEXT])
{
    lpi_sha256_end(&f->sum, hash);
}
