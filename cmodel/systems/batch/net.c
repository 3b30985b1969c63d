/* SPDX-License-Identifier: Apache-2.0 */
#include "net.h"
#include "../../lib/io/json_read.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IMAGE "data" /* name of the input */
#define FROM_MAX 64u

const char *const lpi_net_kinds[LPI_NET_KINDS] = {"conv", "fc",     "pool",  "norm", "dropout",
                                                  "add",  "concat", "embed", "lstm", "softmax"};
static const char *const keys[LPI_NET_KINDS] = {
    "name kind from channels kernel stride pad groups bias",
    "name kind from channels bias",
    "name kind from kernel stride pad ceil global",
    "name kind from",
    "name kind from",
    "name kind from",
    "name kind from",
    "name kind from rows channels host",
    "name kind from hidden projection",
    "name kind from rows samples host",
};

/* A layer, with the layers that it reads. */
struct reader {
    struct lpi_json_at at;
    const json_t *object;
    struct lpi_net *net;
    struct lpi_net_layer *layer;
    struct lpi_net_shape from[FROM_MAX];
    size_t from_count;
};

static double elements(const struct lpi_net_shape *s)
{
    return s->channels * s->height * s->width;
}

static long whole(struct reader *r, const char *key, long least, long most, long if_none)
{
    return lpi_json_whole(&r->at, r->object, key, least, most, if_none);
}

static double size_of(struct reader *r, const char *key)
{
    return (double)whole(r, key, 1, LPI_NET_SIZE_MAX, LPI_JSON_NEEDED);
}

/* ---- the layers that it reads ---- */

static const struct lpi_net_shape *shape_named(const struct lpi_net *net,
                                               const struct lpi_net_layer *before, const char *name)
{
    if (strcmp(name, IMAGE) == 0)
        return &net->input;
    for (const struct lpi_net_layer *l = before; l-- > net->layers;)
        if (strcmp(l->name, name) == 0)
            return &l->out;
    return NULL;
}

static void take_from(struct reader *r, const json_t *name)
{
    const struct lpi_net_shape *shape = NULL;
    if (!json_is_string(name))
        lpi_json_wrong(&r->at, "'from' has something that is no name");
    else
        shape = shape_named(r->net, r->layer, json_string_value(name));
    if (r->at.fault->code == 0 && shape == NULL)
        lpi_json_wrong(&r->at, "'%s' of 'from' is no earlier layer", json_string_value(name));
    if (r->at.fault->code == 0)
        r->from[r->from_count++] = *shape;
}

static void read_from(struct reader *r)
{
    const json_t *from = json_object_get(r->object, "from");
    size_t count = json_array_size(from);
    if (from == NULL) {
        r->from[0] = r->layer == r->net->layers ? r->net->input : r->layer[-1].out;
        r->from_count = 1;
    } else if (!json_is_array(from)) {
        take_from(r, from);
    } else if (count < 1 || count > FROM_MAX) {
        lpi_json_wrong(&r->at, "'from' has not 1 to %u names", FROM_MAX);
    } else {
        for (size_t i = 0; i < count; i++)
            take_from(r, json_array_get(from, i));
    }
    int joins = r->layer->kind == LPI_NET_ADD || r->layer->kind == LPI_NET_CONCAT;
    if (r->from_count > 1 && !joins)
        lpi_json_wrong(&r->at, "it takes one layer, not %zu", r->from_count);
    for (size_t i = 0; i < r->from_count; i++)
        r->layer->inputs += elements(&r->from[i]);
}

/* ---- kinds ---- */

/* Windows on an axis; 0: the kernel is larger than its input. */
static double slide(double in, double kernel, double stride, double pad, int up)
{
    double rest = in + 2 * pad - kernel;
    if (rest < 0)
        return 0;
    double windows = (up ? ceil(rest / stride) : floor(rest / stride)) + 1;
    /* No window begins in the padding after the input. */
    return up && (windows - 1) * stride >= in + pad ? windows - 1 : windows;
}

static void slide_both(struct reader *r, double kernel, int up)
{
    const struct lpi_net_shape *in = &r->from[0];
    double stride = (double)whole(r, "stride", 1, LPI_NET_SIZE_MAX, 1);
    double pad = (double)whole(r, "pad", 0, LPI_NET_SIZE_MAX, 0);
    struct lpi_net_shape *out = &r->layer->out;
    if (pad >= kernel)
        lpi_json_wrong(&r->at, "'pad' is not less than 'kernel'");
    out->height = slide(in->height, kernel, stride, pad, up);
    out->width = slide(in->width, kernel, stride, pad, up);
    if (out->height == 0 || out->width == 0)
        lpi_json_wrong(&r->at, "its kernel is larger than its input, %g x %g", in->height,
                       in->width);
}

static void read_conv(struct reader *r)
{
    struct lpi_net_layer *l = r->layer;
    double kernel = size_of(r, "kernel"), in = r->from[0].channels;
    double groups = (double)whole(r, "groups", 1, LPI_NET_SIZE_MAX, 1);
    l->out.channels = size_of(r, "channels");
    slide_both(r, kernel, 0);
    if (fmod(in, groups) != 0 || fmod(l->out.channels, groups) != 0)
        lpi_json_wrong(&r->at, "its groups do not divide the channels, %g and %g", in,
                       l->out.channels);
    double inner = in / groups * kernel * kernel;
    int bias = lpi_json_bool(&r->at, r->object, "bias", 1);
    l->parameters = l->out.channels * inner + (bias ? l->out.channels : 0);
    l->products[0] = (struct lpi_net_product){l->out.height * l->out.width,
                                              l->out.channels / groups, inner, groups, 1};
}

static void read_fc(struct reader *r)
{
    struct lpi_net_layer *l = r->layer;
    double inner = elements(&r->from[0]);
    int bias = lpi_json_bool(&r->at, r->object, "bias", 1);
    l->out = (struct lpi_net_shape){size_of(r, "channels"), 1, 1};
    l->parameters = l->out.channels * inner + (bias ? l->out.channels : 0);
    l->products[0] = (struct lpi_net_product){1, l->out.channels, inner, 1, 1};
}

static void read_pool(struct reader *r)
{
    r->layer->out.channels = r->from[0].channels;
    if (lpi_json_bool(&r->at, r->object, "global", 0)) {
        r->layer->out.height = r->layer->out.width = 1;
        return;
    }
    slide_both(r, size_of(r, "kernel"), lpi_json_bool(&r->at, r->object, "ceil", 0));
}

static void read_join(struct reader *r)
{
    struct lpi_net_shape *out = &r->layer->out;
    *out = r->from[0];
    if (r->from_count < 2)
        lpi_json_wrong(&r->at, "it joins fewer than two layers");
    for (size_t i = 1; i < r->from_count; i++) {
        const struct lpi_net_shape *in = &r->from[i];
        int fits = in->height == out->height && in->width == out->width;
        if (r->layer->kind == LPI_NET_ADD && (!fits || in->channels != out->channels))
            lpi_json_wrong(&r->at, "it adds %g x %g x %g to %g x %g x %g", in->channels, in->height,
                           in->width, out->channels, out->height, out->width);
        else if (!fits)
            lpi_json_wrong(&r->at, "it joins %g x %g to %g x %g", in->height, in->width,
                           out->height, out->width);
        if (r->layer->kind == LPI_NET_CONCAT)
            out->channels += in->channels;
    }
}

/* Embedding and softmax are not computed with all rows of their tables. */
static void read_table(struct reader *r)
{
    struct lpi_net_layer *l = r->layer;
    const struct lpi_net_shape *in = &r->from[0];
    double rows = (double)whole(r, "rows", 1, LPI_NET_ROWS_MAX, LPI_JSON_NEEDED);
    l->host = lpi_json_bool(&r->at, r->object, "host", 0);
    if (l->kind == LPI_NET_EMBED) {
        l->out = (struct lpi_net_shape){size_of(r, "channels"), in->height, in->width};
        l->parameters = rows * l->out.channels;
        return;
    }
    double samples = size_of(r, "samples");
    if (samples > rows)
        lpi_json_wrong(&r->at, "'samples' is more than 'rows'");
    l->out = (struct lpi_net_shape){samples, in->height, in->width};
    l->parameters = rows * in->channels + rows;
    l->products[0] = (struct lpi_net_product){in->height * in->width, samples, in->channels, 1, 1};
}

/* Four gates with one bias, cell, output before the projection; the projection has no bias. */
static void read_lstm(struct reader *r)
{
    struct lpi_net_layer *l = r->layer;
    const struct lpi_net_shape *in = &r->from[0];
    double hidden = size_of(r, "hidden"), out = size_of(r, "projection");
    double steps = in->height * in->width;
    l->out = (struct lpi_net_shape){out, in->height, in->width};
    l->parameters = 4 * hidden * (in->channels + out) + 4 * hidden + hidden * out;
    l->activations = steps * (6 * hidden + out);
    l->products[0] = (struct lpi_net_product){1, 4 * hidden, in->channels + out, 1, steps};
    l->products[1] = (struct lpi_net_product){1, out, hidden, 1, steps};
}

static void read_kind(struct reader *r)
{
    struct lpi_net_layer *l = r->layer;
    switch (l->kind) {
    case LPI_NET_CONV: read_conv(r); break;
    case LPI_NET_FC: read_fc(r); break;
    case LPI_NET_POOL: read_pool(r); break;
    case LPI_NET_ADD:
    case LPI_NET_CONCAT: read_join(r); break;
    case LPI_NET_EMBED:
    case LPI_NET_SOFTMAX: read_table(r); break;
    case LPI_NET_LSTM: read_lstm(r); break;
    default: l->out = r->from[0];
    }
    if (l->kind == LPI_NET_NORM)
        l->parameters = 2 * l->out.channels;
    if (l->kind != LPI_NET_LSTM)
        l->activations = elements(&l->out);
    if (l->parameters > LPI_NET_ELEMENTS_MAX || l->activations > LPI_NET_ELEMENTS_MAX ||
        elements(&l->out) > LPI_NET_ELEMENTS_MAX)
        lpi_json_wrong(&r->at, "it is too large");
}

/* ---- the file ---- */

static void read_layer(struct lpi_net *net, const struct lpi_json_at *at, size_t number)
{
    char place[96];
    const json_t *object = json_array_get(json_object_get(net->file, "layers"), number);
    struct lpi_net_layer *l = &net->layers[number];
    snprintf(place, sizeof place, "layer %zu", number + 1);
    struct reader r = {
        .at = {at->path, place, at->fault}, .object = object, .net = net, .layer = l};
    if (!json_is_object(object)) {
        lpi_json_wrong(&r.at, "it is not an object");
        return;
    }
    *l = (struct lpi_net_layer){.name = lpi_json_name(&r.at, object, "name"),
                                .kind = LPI_NET_KINDS};
    if (l->name == NULL) {
        lpi_json_wrong(&r.at, "'name' is missing");
        return;
    }
    snprintf(place, sizeof place, "layer %zu, '%s'", number + 1, l->name);
    if (shape_named(net, l, l->name) != NULL)
        lpi_json_wrong(&r.at, "its name is taken");
    const char *kind = lpi_json_name(&r.at, object, "kind");
    for (unsigned k = 0; kind != NULL && k < LPI_NET_KINDS; k++)
        if (strcmp(kind, lpi_net_kinds[k]) == 0)
            l->kind = (enum lpi_net_kind)k;
    if (l->kind == LPI_NET_KINDS) {
        lpi_json_wrong(&r.at, "'kind' is missing or unknown");
        return;
    }
    lpi_json_only(&r.at, object, keys[l->kind]);
    read_from(&r);
    if (at->fault->code == 0)
        read_kind(&r);
}

static const char *text_of(const struct lpi_json_at *at, const json_t *file, const char *key)
{
    const char *text = json_string_value(json_object_get(file, key));
    if (text == NULL || text[0] == '\0')
        lpi_json_wrong(at, "'%s' is missing or no text", key);
    return text;
}

static void read_input(const struct lpi_json_at *at, struct lpi_net *net)
{
    const json_t *input = lpi_json_list(at, net->file, "input");
    double *axes[3] = {&net->input.channels, &net->input.height, &net->input.width};
    int good = json_array_size(input) == 3;
    for (size_t i = 0; good && i < 3; i++) {
        const json_t *axis = json_array_get(input, i);
        *axes[i] = (double)json_integer_value(axis);
        good = json_is_integer(axis) && *axes[i] >= 1 && *axes[i] <= LPI_NET_SIZE_MAX;
    }
    if (!good)
        lpi_json_wrong(at, "'input' is not three whole numbers from 1 to %d", LPI_NET_SIZE_MAX);
}

static void read_head(const struct lpi_json_at *at, struct lpi_net *net)
{
    const json_t *version = json_object_get(net->file, "linepress_net");
    if (version == NULL || json_integer_value(version) != LPI_NET_VERSION)
        lpi_json_wrong(at, "'linepress_net' is not %d", LPI_NET_VERSION);
    lpi_json_only(at, net->file,
                  "linepress_net name title items source parameters parameters_source input "
                  "layers");
    net->name = lpi_json_name(at, net->file, "name");
    net->title = text_of(at, net->file, "title");
    net->items = text_of(at, net->file, "items");
    net->source = text_of(at, net->file, "source");
    net->parameters_source = "";
    if (json_object_get(net->file, "parameters") != NULL)
        net->parameters_source = text_of(at, net->file, "parameters_source");
    net->published = lpi_json_number(at, net->file, "parameters", 1, LPI_NET_ELEMENTS_MAX, 0);
    if (net->name == NULL)
        lpi_json_wrong(at, "'name' is missing");
    read_input(at, net);
}

static void read_layers(const struct lpi_json_at *at, struct lpi_net *net)
{
    const json_t *layers = lpi_json_list(at, net->file, "layers");
    net->count = json_array_size(layers);
    if (net->count == 0 || net->count > LPI_NET_LAYERS_MAX)
        lpi_json_wrong(at, "'layers' has not 1 to %u layers", LPI_NET_LAYERS_MAX);
    if (at->fault->code == 0)
        net->layers = lpi_fault_alloc(at->fault, net->count * sizeof *net->layers);
    for (size_t i = 0; i < net->count && at->fault->code == 0; i++)
        read_layer(net, at, i);
}

static void add_up(const struct lpi_json_at *at, struct lpi_net *net)
{
    net->activations = elements(&net->input);
    for (size_t i = 0; i < net->count; i++) {
        net->parameters += net->layers[i].parameters;
        net->device_parameters += net->layers[i].host ? 0 : net->layers[i].parameters;
        net->activations += net->layers[i].activations;
    }
    if (net->published > 0 && net->parameters != net->published)
        lpi_json_wrong(at, "its layers have %.0f parameters, not %.0f", net->parameters,
                       net->published);
}

int lpi_net_read(const char *path, struct lpi_net *net, struct lpi_fault *fault)
{
    struct lpi_json_at at = {path, "", fault};
    *net = (struct lpi_net){.file = lpi_json_load(path, fault)};
    if (fault->code == 0)
        read_head(&at, net);
    if (fault->code == 0)
        read_layers(&at, net);
    if (fault->code == 0)
        add_up(&at, net);
    if (fault->code != 0)
        lpi_net_close(net);
    return fault->code;
}

void lpi_net_close(struct lpi_net *net)
{
    free(net->layers);
    json_decref(net->file);
    *net = (struct lpi_net){.count = 0};
}
