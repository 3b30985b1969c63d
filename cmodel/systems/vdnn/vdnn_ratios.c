/* SPDX-License-Identifier: Apache-2.0 */
#include "vdnn_ratios.h"
#include "../../lib/io/json_read.h"
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES_MAX (1e18)
#define NAME_BYTES 128u

/* An X: the first step that has it, the sum of its tensors' ratios, and their number. */
struct x {
    size_t step;
    double bytes, compressed;
    size_t tensors;
};

struct match {
    struct lpi_json_at at; /* position in the file */
    const struct vdnn_network *network;
    const json_t *tensors;
    struct x *xs;
    size_t count; /* number of X */
};

static const struct lp_vdnn_step *step_of(const struct match *m, size_t x)
{
    return &m->network->steps[m->xs[x].step];
}

static bool is_image(const struct match *m, size_t x)
{
    return strcmp(step_of(m, x)->x, "data") == 0;
}

static int find_xs(struct match *m)
{
    m->xs = lpi_fault_alloc(m->at.fault, m->network->count * sizeof *m->xs);
    for (size_t i = 0; i < m->network->count && m->xs != NULL; i++) {
        int is_new = 1;
        for (size_t k = 0; k < m->count; k++)
            is_new &= strcmp(step_of(m, k)->x, m->network->steps[i].x) != 0;
        if (is_new)
            m->xs[m->count++] = (struct x){.step = i};
    }
    return m->at.fault->code;
}

/* A tensor's name: its file name without folders. "": none. */
static const char *tensor_name(const struct match *m, size_t i)
{
    const char *file = json_string_value(json_object_get(json_array_get(m->tensors, i), "file"));
    if (file == NULL) {
        lpi_json_wrong(&m->at, "tensor %zu: 'file' is missing or no text", i + 1);
        return "";
    }
    const char *slash = strrchr(file, '/');
    return slash != NULL ? slash + 1 : file;
}

/*
 * The length of prefix and name together if the tensor's name begins with them, ending at a word
 * boundary; else 0.
 */
static size_t begins(const char *tensor, const char *prefix, const char *name)
{
    size_t before = strlen(prefix), length = strlen(name);
    if (strncmp(tensor, prefix, before) != 0)
        return 0;
    for (size_t i = 0; i < length; i++)
        if (tensor[before + i] != name[i] && !(name[i] == '/' && tensor[before + i] == '_'))
            return 0;
    return isalnum((unsigned char)tensor[before + length]) ? 0 : before + length;
}

/*
 * The same for X: its layer's name, or the name of the layer's ReLU: relu1 for conv1, relu6 for
 * fc6.
 */
static size_t fits(const char *tensor, const char *x)
{
    size_t length = begins(tensor, "", x);
    if (length == 0 && strncmp(x, "conv", 4) == 0 && x[4] != '/')
        length = begins(tensor, "relu", x + 4);
    if (length == 0 && strncmp(x, "fc", 2) == 0)
        length = begins(tensor, "relu", x + 2);
    return length;
}

/* The X that best matches the tensor's name; m->count: none. */
static size_t find_x(const struct match *m, size_t tensor)
{
    size_t best = 0, found = m->count, twice = m->count;
    for (size_t x = 0; x < m->count; x++) {
        size_t length = fits(tensor_name(m, tensor), step_of(m, x)->x);
        if (length > 0 && length == best)
            twice = x;
        if (length > best)
            best = length, found = x, twice = m->count;
    }
    if (twice != m->count)
        lpi_json_wrong(&m->at, "tensor '%s' may be X '%s' or X '%s'", tensor_name(m, tensor),
                       step_of(m, found)->x, step_of(m, twice)->x);
    return found;
}

static void add_tensor(struct match *m, size_t tensor, size_t x)
{
    char place[NAME_BYTES];
    snprintf(place, sizeof place, "tensor '%s'", tensor_name(m, tensor));
    struct lpi_json_at at = {m->at.path, place, m->at.fault};
    const json_t *object = json_array_get(m->tensors, tensor);
    double bytes = lpi_json_number(&at, object, "bytes", 1, BYTES_MAX, NAN);
    double compressed = lpi_json_number(&at, object, "compressed_bytes", 1, BYTES_MAX, NAN);
    if (lpi_json_number(&at, object, "mismatches", 0, BYTES_MAX, 0) != 0)
        lpi_json_wrong(&m->at, "%s came back with mismatches", place);
    m->xs[x].bytes += bytes;
    m->xs[x].compressed += compressed;
    m->xs[x].tensors++;
}

static void match_by_name(struct match *m, size_t tensors)
{
    for (size_t i = 0; i < tensors && m->at.fault->code == 0; i++) {
        size_t x = find_x(m, i);
        if (x == m->count)
            lpi_json_wrong(&m->at, "tensor '%s' is no X of %s, though others are",
                           tensor_name(m, i), m->network->net.name);
        else
            add_tensor(m, i, x);
    }
    for (size_t x = 0; x < m->count; x++)
        if (m->xs[x].tensors == 0 && !is_image(m, x))
            lpi_json_wrong(&m->at, "no tensor is X '%s' of layer '%s' of %s", step_of(m, x)->x,
                           step_of(m, x)->name, m->network->net.name);
}

static void match_in_order(struct match *m, size_t tensors)
{
    size_t images = 0;
    for (size_t x = 0; x < m->count; x++)
        images += (size_t)is_image(m, x);
    if (tensors != m->count && tensors != m->count - images)
        lpi_json_wrong(&m->at,
                       "no tensor has the name of an X of %s, and %zu tensors are not its "
                       "%zu X%s",
                       m->network->net.name, tensors, m->count - images,
                       images ? " (one more with the image)" : "");
    for (size_t x = 0, tensor = 0; x < m->count && m->at.fault->code == 0; x++)
        if (tensors == m->count || !is_image(m, x))
            add_tensor(m, tensor++, x);
}

static int match(struct match *m)
{
    size_t tensors = json_array_size(m->tensors), named = 0;
    if (tensors == 0)
        lpi_json_wrong(&m->at, "there is no tensor in it");
    for (size_t i = 0; i < tensors && m->at.fault->code == 0; i++)
        named += find_x(m, i) != m->count;
    if (m->at.fault->code == 0 && named > 0)
        match_by_name(m, tensors);
    else if (m->at.fault->code == 0)
        match_in_order(m, tensors);
    return m->at.fault->code;
}

static void set_ratios(const struct match *m, const struct vdnn_policy_row *row,
                       struct vdnn_timeline *policy)
{
    for (size_t i = 0; i < m->network->count; i++)
        for (size_t x = 0; x < m->count; x++)
            if (strcmp(step_of(m, x)->x, m->network->steps[i].x) == 0)
                policy->tasks[i].ratio = m->xs[x].tensors > 0 ? m->xs[x].bytes / m->xs[x].compressed
                                                              : row->dense;
    policy->known = 1;
}

/* Sets the ratios of all policies with this codec; there is at least one. */
static void set_policies(const struct match *m, const char *codec, struct vdnn_timeline *policies)
{
    int known = 0;
    for (int p = 0; p < VDNN_POLICIES; p++) {
        if (vdnn_policies[p].codec == NULL || strcmp(vdnn_policies[p].codec, codec) != 0)
            continue;
        known = 1;
        if (policies[p].known)
            lpi_json_wrong(&m->at, "there are ratios of codec %s already", codec);
        else
            set_ratios(m, &vdnn_policies[p], &policies[p]);
    }
    if (!known)
        lpi_json_wrong(&m->at, "codec '%s' is not rle, zvc, zlib or bpc", codec);
}

int vdnn_ratios_read(const char *path, const struct vdnn_network *network,
                     struct vdnn_timeline *policies, struct lpi_fault *fault)
{
    struct match m = {.at = {path, "", fault}, .network = network};
    json_t *file = lpi_json_load(path, fault);
    const char *codec = lpi_json_name(&m.at, file, "codec");
    if (codec == NULL)
        lpi_json_wrong(&m.at, "'codec' is missing: is it what 'linepress dma --json' printed?");
    m.tensors = lpi_json_list(&m.at, file, "tensors");
    if (lpi_json_number(&m.at, file, "mismatches", 0, BYTES_MAX, 0) != 0)
        lpi_json_wrong(&m.at, "the run had mismatches");
    if (fault->code == 0 && find_xs(&m) == 0 && match(&m) == 0)
        set_policies(&m, codec, policies);
    free(m.xs);
    json_decref(file);
    return fault->code;
}
