/* SPDX-License-Identifier: Apache-2.0 */
#include "swap_files.h"
#include "../shared/fail.h"
#include "../shared/json_read.h"
#include "swap_options.h"
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

static const char *needed(const struct cli_json_at *at, const json_t *object, const char *key)
{
    const char *text = cli_json_name(at, object, key);
    if (text == NULL)
        cli_fail("%s: %s%s'%s' is missing", at->path, at->place, at->place[0] ? ": " : "", key);
    return text;
}

static int codec_of(const struct cli_json_at *at, const char *name)
{
    int codec;
    if (lp_swap_codec_find(name, &codec) != LP_OK || codec == LP_SWAP_RAW)
        cli_fail("%s: %s: codec '%s' is not zvc, rle, csr, lz4 or bpc", at->path, at->place, name);
    return codec;
}

/* An object that is a value of this one; NULL: not there. */
static const json_t *object_of(const struct cli_json_at *at, const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (value != NULL && !json_is_object(value))
        cli_fail("%s: %s: '%s' is not an object", at->path, at->place, key);
    return value;
}

/* ---- profiles ---- */

static void read_ratios(const struct cli_json_at *at, const json_t *epoch,
                        struct lp_swap_tensor *tensor)
{
    const char *name;
    json_t *value;
    json_t *ratios = (json_t *)object_of(at, epoch, "ratio");
    json_object_foreach(ratios, name, value)
        tensor->ratio[codec_of(at, name)] =
            cli_json_number(at, ratios, name, 1 / RATIO_MAX, RATIO_MAX, NAN);
}

static void read_measured(const struct cli_json_at *at, const json_t *epoch,
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
            cli_fail("%s: %s: '%s' of 'codec_us' is not two times", at->path, at->place, name);
    }
}

static int kind_of(const struct cli_json_at *at, const json_t *tensor)
{
    const char *name = needed(at, tensor, "kind");
    for (int k = 0; k < LP_SWAP_KINDS; k++)
        if (strcmp(name, swap_kind_names[k]) == 0)
            return k;
    cli_fail("%s: %s: kind '%s' is not relu, pool, conv or other", at->path, at->place, name);
}

static void read_epochs(const struct cli_json_at *at, const json_t *object, size_t number,
                        struct swap_profile *p)
{
    const json_t *epochs = cli_json_list(at, object, "epochs");
    if (json_array_size(epochs) != p->epochs)
        cli_fail("%s: %s: %zu epochs, where the first tensor has %zu", at->path, at->place,
                 json_array_size(epochs), p->epochs);
    for (size_t e = 0; e < p->epochs; e++) {
        char place[PLACE + 32];
        snprintf(place, sizeof place, "%s, epoch %zu", at->place, e);
        struct cli_json_at here = {at->path, place};
        const json_t *epoch = json_array_get(epochs, e);
        struct lp_swap_tensor *t = &p->tensors[e * p->count + number];
        *t = p->tensors[number];
        if (!json_is_object(epoch))
            cli_fail("%s: %s: not an object", at->path, place);
        cli_json_only(&here, epoch, "zeros ratio codec_us");
        t->zeros = (uint64_t)cli_json_whole(&here, epoch, "zeros", 0, (long)(t->bytes / 4),
                                            CLI_JSON_NEEDED);
        memset(t->ratio, 0, sizeof t->ratio);
        read_ratios(&here, epoch, t);
        read_measured(&here, epoch, p->measured[e * p->count + number]);
    }
}

static void read_tensor(const char *path, const json_t *object, size_t number,
                        struct swap_profile *p)
{
    char place[PLACE];
    snprintf(place, sizeof place, "tensor %zu", number + 1);
    struct cli_json_at at = {path, place};
    if (!json_is_object(object))
        cli_fail("%s: %s: not an object", path, place);
    cli_json_only(&at, object, "name kind bytes forward_us backward_us epochs");
    p->names[number] = needed(&at, object, "name");
    struct lp_swap_tensor *t = &p->tensors[number];
    t->kind = kind_of(&at, object);
    t->bytes = (uint64_t)cli_json_whole(&at, object, "bytes", 0, BYTES_MAX, CLI_JSON_NEEDED);
    t->forward = cli_json_number(&at, object, "forward_us", 0, US_MAX, NAN) / 1e6;
    t->backward = cli_json_number(&at, object, "backward_us", 0, US_MAX, NAN) / 1e6;
    read_epochs(&at, object, number, p);
}

/* null: nothing moved while the profile was taken, so that its link was not measured. */
static void read_link(const char *path, struct swap_profile *p)
{
    struct cli_json_at at = {path, ""}, link_at = {path, "link"};
    if (json_is_null(json_object_get(p->file, "link")))
        return;
    const json_t *link = object_of(&at, p->file, "link");
    if (link == NULL)
        cli_fail("%s: 'link' is missing", path);
    cli_json_only(&link_at, link, "d2h h2d");
    p->link.out = 1e9 * cli_json_number(&link_at, link, "d2h", 1e-6, GBS_MAX, NAN);
    p->link.in = 1e9 * cli_json_number(&link_at, link, "h2d", 1e-6, GBS_MAX, NAN);
}

void swap_profile_open(const char *path, struct swap_profile *p)
{
    struct cli_json_at at = {path, ""};
    *p = (struct swap_profile){.file = cli_json_load(path)};
    cli_json_only(&at, p->file,
                  "network batch width device driver date seed threads torch link tensors");
    p->network = needed(&at, p->file, "network");
    p->device = needed(&at, p->file, "device");
    read_link(path, p);
    const json_t *tensors = cli_json_list(&at, p->file, "tensors");
    p->count = json_array_size(tensors);
    p->epochs = json_array_size(json_object_get(json_array_get(tensors, 0), "epochs"));
    if (p->count == 0 || p->count > TENSORS_MAX)
        cli_fail("%s: 'tensors' has none, or more than %u", path, TENSORS_MAX);
    if (p->epochs == 0 || p->epochs > EPOCHS_MAX)
        cli_fail("%s: tensor 1: 'epochs' has none, or more than %u", path, EPOCHS_MAX);
    p->names = cli_alloc(p->count * sizeof *p->names);
    p->tensors = cli_alloc(p->count * p->epochs * sizeof *p->tensors);
    p->measured = cli_alloc(p->count * p->epochs * sizeof *p->measured);
    for (size_t i = 0; i < p->count; i++)
        read_tensor(path, json_array_get(tensors, i), i, p);
}

void swap_profile_close(struct swap_profile *p)
{
    free(p->names);
    free(p->tensors);
    free(p->measured);
    json_decref(p->file);
}

/* ---- models ---- */

static void read_lines(const struct cli_json_at *at, const json_t *object, const char *key,
                       struct lp_swap_line *lines, unsigned count)
{
    const json_t *list = cli_json_list(at, object, key);
    if (json_array_size(list) != count)
        cli_fail("%s: %s: '%s' does not have %u sub-models", at->path, at->place, key, count);
    for (unsigned i = 0; i < count; i++) {
        const json_t *line = json_array_get(list, i);
        double value[3];
        for (size_t k = 0; k < 3; k++) {
            value[k] = json_number_value(json_array_get(line, k));
            if (json_array_size(line) != 3 || !json_is_number(json_array_get(line, k)) ||
                !(fabs(value[k]) < US_MAX))
                cli_fail("%s: %s: '%s' has a sub-model that is not three numbers", at->path,
                         at->place, key);
        }
        lines[i] = (struct lp_swap_line){value[0], value[1], value[2]};
    }
}

static void read_setting(const struct cli_json_at *at, const json_t *object,
                         struct lp_swap_setting *setting)
{
    setting->codec = codec_of(at, needed(at, object, "codec"));
    setting->grid = (unsigned)cli_json_whole(at, object, "grid", 1, LP_SWAP_GRID_MAX,
                                             CLI_JSON_NEEDED);
    setting->block = (unsigned)cli_json_whole(at, object, "block", 64, 128, CLI_JSON_NEEDED);
    if (setting->block != 64 && setting->block != 128)
        cli_fail("%s: %s: 'block' is not 64 or 128", at->path, at->place);
}

static void read_model(const char *path, const json_t *object, size_t number,
                       struct swap_models *m)
{
    char place[PLACE];
    snprintf(place, sizeof place, "codec %zu", number + 1);
    struct cli_json_at at = {path, place};
    struct lp_swap_model *model = &m->models[number];
    if (!json_is_object(object))
        cli_fail("%s: %s: not an object", path, place);
    cli_json_only(&at, object, "codec grid block parts compress decompress rae");
    read_setting(&at, object, &model->setting);
    for (size_t i = 0; i < number; i++)
        if (m->models[i].setting.codec == model->setting.codec)
            cli_fail("%s: %s: '%s' is there twice", path, place,
                     lp_swap_codec_name(model->setting.codec));
    model->count = (unsigned)cli_json_whole(&at, object, "parts", 1, LP_SWAP_MODELS_MAX,
                                            CLI_JSON_NEEDED);
    read_lines(&at, object, "compress", model->compress, model->count);
    read_lines(&at, object, "decompress", model->expand, model->count);
}

/* CSWAP, section IV-D: ZVC of 500 MB at 50 % takes 44 ms both ways; taken as half each way. */
static void set_v100(struct swap_models *m)
{
    *m = (struct swap_models){.device = "v100", .count = 1};
    m->models[0] = (struct lp_swap_model){.setting = {LP_SWAP_ZVC, 197, 64}, .count = 1};
    m->models[0].compress[0].per_byte = m->models[0].expand[0].per_byte = 22e-3 / 500e6;
}

void swap_models_open(const char *name, struct swap_models *m)
{
    struct cli_json_at at = {name, ""};
    if (strcmp(name, "v100") == 0) {
        set_v100(m);
        return;
    }
    if (strcmp(name, "2080ti") == 0)
        cli_fail("swap: --model: the paper prints no time of a codec on the 2080Ti");
    *m = (struct swap_models){.file = cli_json_load(name)};
    cli_json_only(&at, m->file, "device threads samples codecs");
    m->device = needed(&at, m->file, "device");
    const json_t *codecs = cli_json_list(&at, m->file, "codecs");
    m->count = json_array_size(codecs);
    if (m->count == 0 || m->count >= LP_SWAP_CODECS)
        cli_fail("%s: 'codecs' has none, or more than %d", name, LP_SWAP_CODECS - 1);
    for (size_t i = 0; i < m->count; i++)
        read_model(name, json_array_get(codecs, i), i, m);
}

void swap_models_close(struct swap_models *m)
{
    json_decref(m->file);
}

static json_t *lines_json(const struct lp_swap_line *lines, unsigned count)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++)
        json_array_append_new(list, json_pack("[f,f,f]", lines[i].fixed, lines[i].per_byte,
                                              lines[i].per_sparsity));
    return list;
}

json_t *swap_model_json(const struct lp_swap_model *model)
{
    return json_pack("{s:s,s:i,s:i,s:i,s:o,s:o}", "codec",
                     lp_swap_codec_name(model->setting.codec), "grid", (int)model->setting.grid,
                     "block", (int)model->setting.block, "parts", (int)model->count, "compress",
                     lines_json(model->compress, model->count), "decompress",
                     lines_json(model->expand, model->count));
}

/* ---- samples ---- */

void swap_samples_open(const char *path, struct swap_samples *s)
{
    struct cli_json_at at = {path, ""};
    *s = (struct swap_samples){.file = cli_json_load(path)};
    cli_json_only(&at, s->file,
                  "device driver date multiprocessors codec grid block threads seed repeat samples");
    s->device = needed(&at, s->file, "device");
    read_setting(&at, s->file, &s->setting);
    const json_t *list = cli_json_list(&at, s->file, "samples");
    s->count = json_array_size(list);
    if (s->count == 0)
        cli_fail("%s: there is no sample in it", path);
    s->list = cli_alloc(s->count * sizeof *s->list);
    for (size_t i = 0; i < s->count; i++) {
        char place[PLACE];
        const json_t *one = json_array_get(list, i);
        snprintf(place, sizeof place, "sample %zu", i + 1);
        struct cli_json_at here = {path, place};
        cli_json_only(&here, one, "bytes sparsity compress_ms decompress_ms compressed_bytes");
        s->list[i] = (struct lp_swap_sample){
            (double)cli_json_whole(&here, one, "bytes", 1, BYTES_MAX, CLI_JSON_NEEDED),
            cli_json_number(&here, one, "sparsity", 0, 1, NAN),
            cli_json_number(&here, one, "compress_ms", 0, US_MAX, NAN) / 1e3,
            cli_json_number(&here, one, "decompress_ms", 0, US_MAX, NAN) / 1e3};
    }
}

void swap_samples_close(struct swap_samples *s)
{
    free(s->list);
    json_decref(s->file);
}
