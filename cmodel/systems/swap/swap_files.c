/* SPDX-License-Identifier: Apache-2.0 */
#include "swap_files.h"
#include "../../base/codecs.h"
#include "../../lib/io/json_read.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TENSORS_MAX 100000u
#define EPOCHS_MAX 100000u
#define BYTES_MAX 1000000000000000L
#define US_MAX 1e15
#define GBS_MAX 1e6
#define RATIO_MAX 1e6
#define PLACE 160

const char *const swap_kind_names[LP_SWAP_KINDS] = {"relu", "pool", "conv", "other"};

/* The string with this key; "" if it is missing. */
static const char *needed(const struct lpi_json_at *at, const json_t *object, const char *key)
{
    const char *text = lpi_json_name(at, object, key);
    if (text != NULL)
        return text;
    lpi_json_wrong(at, "'%s' is missing", key);
    return "";
}

static int codec_of(const struct lpi_json_at *at, const char *name)
{
    int codec;
    if (lp_swap_codec_find(name, &codec) == LP_OK && codec != LP_SWAP_RAW)
        return codec;
    char list[128];
    lpi_json_wrong(at, "codec '%s' is not one of %s", name,
                   lpi_codec_words(LPI_PARTS, LPI_PARTS, list, sizeof list));
    return LP_SWAP_ZVC;
}

/* The object with this key; NULL: missing. */
static const json_t *object_of(const struct lpi_json_at *at, const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (value != NULL && !json_is_object(value))
        lpi_json_wrong(at, "'%s' is not an object", key);
    return json_is_object(value) ? value : NULL;
}

/* ---- profiles ---- */

static void read_ratios(const struct lpi_json_at *at, const json_t *epoch,
                        struct lp_swap_tensor *tensor)
{
    const char *name;
    json_t *value;
    json_t *ratios = (json_t *)object_of(at, epoch, "ratio");
    json_object_foreach(ratios, name, value)
        tensor->ratio[codec_of(at, name)] = lpi_json_number(at, ratios, name, 1 / RATIO_MAX,
                                                            RATIO_MAX, NAN);
}

static void read_measured(const struct lpi_json_at *at, const json_t *epoch,
                          struct swap_measured *measured)
{
    const char *name;
    json_t *value;
    for (int c = 0; c < LP_SWAP_CODECS; c++)
        measured[c].compress = -1;
    json_object_foreach((json_t *)object_of(at, epoch, "codec_us"), name, value) {
        struct swap_measured *m = &measured[codec_of(at, name)];
        m->compress = json_number_value(json_array_get(value, 0)) / 1e6;
        m->expand = json_number_value(json_array_get(value, 1)) / 1e6;
        if (json_array_size(value) != 2 || !json_is_number(json_array_get(value, 0)) ||
            !json_is_number(json_array_get(value, 1)) || !(m->compress >= 0 && m->expand >= 0))
            lpi_json_wrong(at, "'%s' of 'codec_us' is not two times", name);
    }
}

static int kind_of(const struct lpi_json_at *at, const json_t *tensor)
{
    const char *name = needed(at, tensor, "kind");
    for (int k = 0; k < LP_SWAP_KINDS; k++)
        if (strcmp(name, swap_kind_names[k]) == 0)
            return k;
    lpi_json_wrong(at, "kind '%s' is not relu, pool, conv or other", name);
    return LP_SWAP_OTHER;
}

static void read_epoch(const struct lpi_json_at *at, const json_t *object,
                       struct lp_swap_tensor *tensor, struct swap_measured *measured)
{
    if (!json_is_object(object)) {
        lpi_json_wrong(at, "not an object");
        return;
    }
    lpi_json_only(at, object, "zeros ratio codec_us");
    tensor->zeros = (uint64_t)lpi_json_whole(
        at, object, "zeros", 0, (long)(tensor->bytes / tensor->element), LPI_JSON_NEEDED);
    memset(tensor->ratio, 0, sizeof tensor->ratio);
    read_ratios(at, object, tensor);
    read_measured(at, object, measured);
}

static void read_epochs(const struct lpi_json_at *at, const json_t *object, size_t number,
                        struct swap_profile *p)
{
    const json_t *epochs = lpi_json_list(at, object, "epochs");
    if (json_array_size(epochs) != p->epochs)
        lpi_json_wrong(at, "%zu epochs, where the first tensor has %zu", json_array_size(epochs),
                       p->epochs);
    for (size_t e = 0; e < p->epochs && at->fault->code == 0; e++) {
        char place[PLACE + 32];
        struct lp_swap_tensor *tensor = &p->tensors[e * p->count + number];
        snprintf(place, sizeof place, "%s, epoch %zu", at->place, e);
        *tensor = p->tensors[number];
        read_epoch(&(struct lpi_json_at){at->path, place, at->fault}, json_array_get(epochs, e),
                   tensor, p->measured[e * p->count + number]);
    }
}

static void read_tensor(const struct lpi_json_at *at, const json_t *object, size_t number,
                        struct swap_profile *p)
{
    struct lp_swap_tensor *t = &p->tensors[number];
    if (!json_is_object(object)) {
        lpi_json_wrong(at, "not an object");
        return;
    }
    lpi_json_only(at, object, "name kind bytes element forward_us backward_us epochs");
    p->names[number] = needed(at, object, "name");
    t->kind = kind_of(at, object);
    t->bytes = (uint64_t)lpi_json_whole(at, object, "bytes", 0, BYTES_MAX, LPI_JSON_NEEDED);
    t->element = (unsigned)lpi_json_whole(at, object, "element", 2, 4, 4);
    if (t->element == 3)
        lpi_json_wrong(at, "'element' is not 2 or 4");
    t->forward = lpi_json_number(at, object, "forward_us", 0, US_MAX, NAN) / 1e6;
    t->backward = lpi_json_number(at, object, "backward_us", 0, US_MAX, NAN) / 1e6;
    read_epochs(at, object, number, p);
}

/* null: nothing was swapped during profiling, so the link was not measured. */
static void read_link(const struct lpi_json_at *at, struct swap_profile *p)
{
    struct lpi_json_at link_at = {at->path, "link", at->fault};
    if (json_is_null(json_object_get(p->file, "link")))
        return;
    const json_t *link = object_of(at, p->file, "link");
    if (link == NULL) {
        lpi_json_wrong(at, "'link' is missing");
        return;
    }
    lpi_json_only(&link_at, link, "d2h h2d");
    p->link.out = 1e9 * lpi_json_number(&link_at, link, "d2h", 1e-6, GBS_MAX, NAN);
    p->link.in = 1e9 * lpi_json_number(&link_at, link, "h2d", 1e-6, GBS_MAX, NAN);
}

/* Counts tensors and epochs, and allocates room for them. */
static void size_profile(const struct lpi_json_at *at, const json_t *tensors,
                         struct swap_profile *p)
{
    p->count = json_array_size(tensors);
    p->epochs = json_array_size(json_object_get(json_array_get(tensors, 0), "epochs"));
    if (p->count == 0 || p->count > TENSORS_MAX)
        lpi_json_wrong(at, "'tensors' has none, or more than %u", TENSORS_MAX);
    else if (p->epochs == 0 || p->epochs > EPOCHS_MAX)
        lpi_json_wrong(at, "tensor 1: 'epochs' has none, or more than %u", EPOCHS_MAX);
    if (at->fault->code != 0)
        return;
    p->names = lpi_fault_alloc(at->fault, p->count * sizeof *p->names);
    p->tensors = lpi_fault_alloc(at->fault, p->count * p->epochs * sizeof *p->tensors);
    p->measured = lpi_fault_alloc(at->fault, p->count * p->epochs * sizeof *p->measured);
}

int swap_profile_open(const char *path, struct swap_profile *p, struct lpi_fault *fault)
{
    struct lpi_json_at at = {path, "", fault};
    *p = (struct swap_profile){.file = lpi_json_load(path, fault)};
    lpi_json_only(&at, p->file,
                  "record training network batch width device driver date seed threads torch link "
                  "tensors");
    p->network = needed(&at, p->file, "network");
    p->device = needed(&at, p->file, "device");
    read_link(&at, p);
    const json_t *tensors = lpi_json_list(&at, p->file, "tensors");
    if (fault->code == 0)
        size_profile(&at, tensors, p);
    for (size_t i = 0; i < p->count && fault->code == 0; i++) {
        char place[PLACE];
        snprintf(place, sizeof place, "tensor %zu", i + 1);
        read_tensor(&(struct lpi_json_at){path, place, fault}, json_array_get(tensors, i), i, p);
    }
    if (fault->code != 0)
        swap_profile_close(p);
    return fault->code;
}

void swap_profile_close(struct swap_profile *p)
{
    free(p->names);
    free(p->tensors);
    free(p->measured);
    json_decref(p->file);
    *p = (struct swap_profile){.file = NULL};
}

/* ---- models ---- */

static int read_line(const json_t *line, struct lp_swap_line *to)
{
    double value[3];
    for (size_t k = 0; k < 3; k++) {
        value[k] = json_number_value(json_array_get(line, k));
        if (json_array_size(line) != 3 || !json_is_number(json_array_get(line, k)) ||
            !(fabs(value[k]) < US_MAX))
            return 0;
    }
    *to = (struct lp_swap_line){value[0], value[1], value[2]};
    return 1;
}

static void read_lines(const struct lpi_json_at *at, const json_t *object, const char *key,
                       struct lp_swap_line *lines, unsigned count)
{
    const json_t *list = lpi_json_list(at, object, key);
    if (json_array_size(list) != count)
        lpi_json_wrong(at, "'%s' does not have %u sub-models", key, count);
    for (unsigned i = 0; i < count; i++)
        if (!read_line(json_array_get(list, i), &lines[i]))
            lpi_json_wrong(at, "'%s' has a sub-model that is not three numbers", key);
}

static void read_setting(const struct lpi_json_at *at, const json_t *object,
                         struct lp_swap_setting *setting)
{
    setting->codec = codec_of(at, needed(at, object, "codec"));
    setting->grid = (unsigned)lpi_json_whole(at, object, "grid", 1, LP_SWAP_GRID_MAX,
                                             LPI_JSON_NEEDED);
    setting->block = (unsigned)lpi_json_whole(at, object, "block", 64, 128, LPI_JSON_NEEDED);
    if (setting->block != 64 && setting->block != 128)
        lpi_json_wrong(at, "'block' is not 64 or 128");
}

static void read_model(const struct lpi_json_at *at, const json_t *object, size_t number,
                       struct swap_models *m)
{
    struct lp_swap_model *model = &m->models[number];
    if (!json_is_object(object)) {
        lpi_json_wrong(at, "not an object");
        return;
    }
    lpi_json_only(at, object, "codec grid block parts compress decompress rae");
    read_setting(at, object, &model->setting);
    for (size_t i = 0; i < number; i++)
        if (m->models[i].setting.codec == model->setting.codec)
            lpi_json_wrong(at, "'%s' is there twice", lp_swap_codec_name(model->setting.codec));
    model->count = (unsigned)lpi_json_whole(at, object, "parts", 1, LP_SWAP_MODELS_MAX,
                                            LPI_JSON_NEEDED);
    read_lines(at, object, "compress", model->compress, model->count);
    read_lines(at, object, "decompress", model->expand, model->count);
}

/*
 * CSWAP, section IV-D: ZVC of 500 MB at 50 % sparsity takes 44 ms in both directions; half of it is
 * assumed for each.
 */
static void set_v100(struct swap_models *m)
{
    *m = (struct swap_models){.device = "v100", .count = 1};
    m->models[0] = (struct lp_swap_model){.setting = {LP_SWAP_ZVC, 197, 64}, .count = 1};
    m->models[0].compress[0].per_byte = m->models[0].expand[0].per_byte = 22e-3 / 500e6;
}

static void read_models(const char *path, struct swap_models *m, struct lpi_fault *fault)
{
    struct lpi_json_at at = {path, "", fault};
    m->file = lpi_json_load(path, fault);
    lpi_json_only(&at, m->file, "record device threads samples codecs");
    m->device = needed(&at, m->file, "device");
    const json_t *codecs = lpi_json_list(&at, m->file, "codecs");
    m->count = json_array_size(codecs);
    if (m->count == 0 || m->count >= LP_SWAP_CODECS)
        lpi_json_wrong(&at, "'codecs' has none, or more than %d", LP_SWAP_CODECS - 1);
    for (size_t i = 0; i < m->count && fault->code == 0; i++) {
        char place[PLACE];
        snprintf(place, sizeof place, "codec %zu", i + 1);
        read_model(&(struct lpi_json_at){path, place, fault}, json_array_get(codecs, i), i, m);
    }
}

int swap_models_open(const char *name, struct swap_models *m, struct lpi_fault *fault)
{
    *m = (struct swap_models){.file = NULL};
    if (strcmp(name, "v100") == 0)
        set_v100(m);
    else if (strcmp(name, "2080ti") == 0)
        lpi_fault_set(fault, LPI_BAD,
                      "swap: --model: the paper prints no time of a codec on the 2080Ti");
    else
        read_models(name, m, fault);
    if (fault->code != 0)
        swap_models_close(m);
    return fault->code;
}

void swap_models_close(struct swap_models *m)
{
    json_decref(m->file);
    *m = (struct swap_models){.file = NULL};
}

static json_t *lines_json(const struct lp_swap_line *lines, unsigned count)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++)
        json_array_append_new(
            list, json_pack("[f,f,f]", lines[i].fixed, lines[i].per_byte, lines[i].per_sparsity));
    return list;
}

json_t *swap_model_json(const struct lp_swap_model *model)
{
    return json_pack("{s:s,s:i,s:i,s:i,s:o,s:o}", "codec", lp_swap_codec_name(model->setting.codec),
                     "grid", (int)model->setting.grid, "block", (int)model->setting.block, "parts",
                     (int)model->count, "compress", lines_json(model->compress, model->count),
                     "decompress", lines_json(model->expand, model->count));
}

/* ---- samples ---- */

static void read_sample(const struct lpi_json_at *at, const json_t *object,
                        struct lp_swap_sample *sample)
{
    lpi_json_only(at, object, "bytes sparsity compress_ms decompress_ms compressed_bytes");
    *sample = (struct lp_swap_sample){
        (double)lpi_json_whole(at, object, "bytes", 1, BYTES_MAX, LPI_JSON_NEEDED),
        lpi_json_number(at, object, "sparsity", 0, 1, NAN),
        lpi_json_number(at, object, "compress_ms", 0, US_MAX, NAN) / 1e3,
        lpi_json_number(at, object, "decompress_ms", 0, US_MAX, NAN) / 1e3};
}

int swap_samples_open(const char *path, struct swap_samples *s, struct lpi_fault *fault)
{
    struct lpi_json_at at = {path, "", fault};
    *s = (struct swap_samples){.file = lpi_json_load(path, fault)};
    lpi_json_only(&at, s->file,
                  "record device driver date multiprocessors codec grid block threads seed repeat "
                  "samples");
    s->device = needed(&at, s->file, "device");
    read_setting(&at, s->file, &s->setting);
    const json_t *list = lpi_json_list(&at, s->file, "samples");
    s->count = json_array_size(list);
    if (s->count == 0)
        lpi_json_wrong(&at, "there is no sample in it");
    if (fault->code == 0)
        s->list = lpi_fault_alloc(fault, s->count * sizeof *s->list);
    for (size_t i = 0; i < s->count && fault->code == 0; i++) {
        char place[PLACE];
        snprintf(place, sizeof place, "sample %zu", i + 1);
        read_sample(&(struct lpi_json_at){path, place, fault}, json_array_get(list, i),
                    &s->list[i]);
    }
    if (fault->code != 0)
        swap_samples_close(s);
    return fault->code;
}

void swap_samples_close(struct swap_samples *s)
{
    free(s->list);
    json_decref(s->file);
    *s = (struct swap_samples){.file = NULL};
}
