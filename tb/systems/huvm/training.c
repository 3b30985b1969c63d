/* SPDX-License-Identifier: Apache-2.0 */
#include "training.h"
#include "../../../cmodel/base/rng.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TENSORS_MAX = 100000 };
#define BYTES_MAX (UINT64_C(1) << 32)

static _Noreturn void fail(const char *path, const char *why)
{
    fprintf(stderr, "huvm-programs: %s: %s\n", path, why);
    exit(2);
}

/* false: the profile's entry is not a tensor. */
static bool read_tensor(const json_t *tensor, struct saved_tensor *saved)
{
    const json_t *epochs = json_object_get(tensor, "epochs");
    const json_t *last = json_array_get(epochs, json_array_size(epochs) - 1);
    json_int_t bytes = json_integer_value(json_object_get(tensor, "bytes"));
    json_int_t zeros = json_integer_value(json_object_get(last, "zeros"));
    const char *kind = json_string_value(json_object_get(tensor, "kind"));
    if (kind == NULL || last == NULL || bytes < 4 || (uint64_t)bytes > BYTES_MAX ||
        bytes % 4 != 0 || zeros < 0 || zeros > bytes / 4)
        return false;
    saved->words = (uint64_t)bytes / 4;
    saved->zeros = (uint64_t)zeros;
    saved->positive = strcmp(kind, "relu") == 0 || strcmp(kind, "pool") == 0;
    return true;
}

void training_read(struct training *t, const char *path)
{
    json_error_t error;
    json_t *profile = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    const json_t *tensors = json_object_get(profile, "tensors");
    uint64_t words = 0;
    if (profile == NULL)
        fail(path, error.text);
    t->count = json_array_size(tensors);
    if (t->count < 1 || t->count > TENSORS_MAX)
        fail(path, "is no profile: it has not 1 to 100000 tensors");
    t->tensor = calloc(t->count, sizeof *t->tensor);
    if (t->tensor == NULL)
        fail(path, "no memory");
    for (size_t i = 0; i < t->count; i++) {
        if (!read_tensor(json_array_get(tensors, i), &t->tensor[i]))
            fail(path, "is no profile: a tensor lacks its kind, bytes or zeros");
        words += t->tensor[i].words;
    }
    if (4 * words > BYTES_MAX)
        fail(path, "has more than 4 GiB of tensors");
    json_decref(profile);
}

void training_close(struct training *t)
{
    free(t->tensor);
}

/* A tensor begins at a whole chunk. */
static size_t room_of(const struct saved_tensor *s, size_t chunk)
{
    return (s->words * 4 + chunk - 1) / chunk * chunk;
}

size_t training_bytes(const struct training *t, size_t chunk)
{
    size_t bytes = 4 * t->count;
    for (size_t i = 0; i < t->count; i++)
        bytes += room_of(&t->tensor[i], chunk);
    return bytes;
}

/* The sum of twelve even draws, about a bell curve of width 1. */
static float draw_value(struct lp_rng *rng, bool positive)
{
    float sum = -6;
    for (unsigned i = 0; i < 12; i++)
        sum += (float)lp_below(rng, 1u << 16) / 65536;
    if (sum == 0)
        sum = 1;
    return positive && sum < 0 ? -sum : sum;
}

/* Chooses zeros so that exactly the required number of the remaining words are zero. */
static void write_tensor(struct memory *m, unsigned array, size_t at, const struct saved_tensor *s,
                         struct lp_rng *rng)
{
    uint64_t zeros = s->zeros;
    for (uint64_t i = 0; i < s->words; i++) {
        bool zero = lp_below(rng, (uint32_t)(s->words - i)) < zeros;
        zeros -= zero;
        USE(m, float, array, at + i) = zero ? 0 : draw_value(rng, s->positive);
    }
}

static uint32_t read_tensor_back(struct memory *m, unsigned array, size_t at,
                                 const struct saved_tensor *s)
{
    uint32_t sum = 0;
    for (uint64_t i = 0; i < s->words; i++)
        sum += USE(m, uint32_t, array, at + i);
    return sum;
}

unsigned run_training(struct memory *m, const struct training *t)
{
    struct lp_rng rng = {1};
    unsigned saved = memory_array(m, training_bytes(t, m->chunk) - 4 * t->count);
    unsigned sums = memory_array(m, 4 * t->count);
    size_t at = 0; /* words */
    for (size_t i = 0; i < t->count; i++) {
        write_tensor(m, saved, at, &t->tensor[i], &rng);
        at += room_of(&t->tensor[i], m->chunk) / 4;
    }
    for (size_t i = t->count; i-- > 0;) {
        at -= room_of(&t->tensor[i], m->chunk) / 4;
        USE(m, uint32_t, sums, i) = read_tensor_back(m, saved, at, &t->tensor[i]);
    }
    return sums;
}
