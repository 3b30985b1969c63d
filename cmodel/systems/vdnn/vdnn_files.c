/* SPDX-License-Identifier: Apache-2.0 */
#include "vdnn_files.h"
#include "../../lib/io/json_read.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIME_MAX_MS 1e9

static const char *const kinds[] = {
    [LP_VDNN_CONV] = "conv", [LP_VDNN_POOL] = "pool", [LP_VDNN_FC] = "fc", [LP_VDNN_CONCAT] = "concat"};
static const char *const kind_keys[] = {
    [LP_VDNN_CONV] = "name kind from channels kernel stride pad groups relu forward_ms backward_ms",
    [LP_VDNN_POOL] = "name kind from kernel stride pad forward_ms backward_ms",
    [LP_VDNN_FC] = "name kind from channels relu forward_ms backward_ms",
    [LP_VDNN_CONCAT] = "name kind from"};

static enum lp_vdnn_kind kind_of(const struct lpi_json_at *at, const json_t *object)
{
    const char *text = lpi_json_name(at, object, "kind");
    for (int kind = LP_VDNN_CONV; text != NULL && kind <= LP_VDNN_CONCAT; kind++)
        if (strcmp(text, kinds[kind]) == 0)
            return (enum lp_vdnn_kind)kind;
    lpi_json_wrong(at, "'kind' is not conv, pool, fc or concat");
    return LP_VDNN_CONV;
}

static void read_from(const struct lpi_json_at *at, const json_t *object,
                      struct lp_vdnn_layer *layer)
{
    const json_t *from = json_object_get(object, "from");
    if (!json_is_array(from)) {
        layer->from[0] = lpi_json_name(at, object, "from");
        return;
    }
    size_t count = json_array_size(from);
    if (count == 0 || count > LP_VDNN_FROM_MAX) {
        lpi_json_wrong(at, "'from' has not 1 to %u names", LP_VDNN_FROM_MAX);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        layer->from[i] = json_string_value(json_array_get(from, i));
        if (layer->from[i] == NULL)
            lpi_json_wrong(at, "'from' has something that is no name");
    }
}

static uint32_t size_of(const struct lpi_json_at *at, const json_t *object, const char *key,
                        long least, long if_none)
{
    return (uint32_t)lpi_json_whole(at, object, key, least, LP_VDNN_SIZE_MAX, if_none);
}

static void read_layer(const struct lpi_json_at *at, const json_t *object,
                       struct lp_vdnn_layer *layer)
{
    if (!json_is_object(object)) {
        lpi_fault_set(at->fault, LPI_BAD, "%s: %s is not an object", at->path, at->place);
        return;
    }
    *layer = (struct lp_vdnn_layer){.name = lpi_json_name(at, object, "name"),
                                    .kind = kind_of(at, object)};
    if (layer->name == NULL)
        lpi_json_wrong(at, "'name' is missing");
    lpi_json_only(at, object, kind_keys[layer->kind]);
    read_from(at, object, layer);
    int slides = layer->kind == LP_VDNN_CONV || layer->kind == LP_VDNN_POOL;
    int weighs = layer->kind == LP_VDNN_CONV || layer->kind == LP_VDNN_FC;
    if (weighs) {
        layer->channels = size_of(at, object, "channels", 1, LPI_JSON_NEEDED);
        layer->relu = lpi_json_bool(at, object, "relu", 1);
    }
    if (slides) {
        layer->kernel = size_of(at, object, "kernel", 1, LPI_JSON_NEEDED);
        layer->stride = size_of(at, object, "stride", 1, 1);
        layer->pad = size_of(at, object, "pad", 0, 0);
    }
    if (layer->kind == LP_VDNN_CONV)
        layer->groups = size_of(at, object, "groups", 1, 1);
}

static void read_image(const struct lpi_json_at *at, const json_t *object,
                       struct lp_vdnn_network *net)
{
    uint32_t *sizes[] = {&net->channels, &net->height, &net->width};
    const json_t *image = lpi_json_list(at, object, "image");
    int good = json_array_size(image) == 3;
    for (size_t i = 0; good && i < 3; i++) {
        const json_t *value = json_array_get(image, i);
        json_int_t number = json_integer_value(value);
        good = json_is_integer(value) && number >= 1 && number <= LP_VDNN_SIZE_MAX;
        *sizes[i] = (uint32_t)number;
    }
    if (!good)
        lpi_json_wrong(at, "'image' is not [channels, height, width], each from 1 to %u",
                       LP_VDNN_SIZE_MAX);
}

static void read_layers(const struct lpi_json_at *at, struct vdnn_network *n)
{
    const json_t *layers = lpi_json_list(at, n->file, "layers");
    size_t count = json_array_size(layers);
    if (count == 0 || count > LP_VDNN_LAYERS_MAX)
        lpi_json_wrong(at, "'layers' has not 1 to %u layers", LP_VDNN_LAYERS_MAX);
    if (at->fault->code == 0)
        n->layers = lpi_fault_alloc(at->fault, count * sizeof *n->layers);
    n->net.count = count;
    n->net.layers = n->layers;
    for (size_t i = 0; i < count && at->fault->code == 0; i++) {
        char place[32];
        snprintf(place, sizeof place, "layer %zu", i + 1);
        read_layer(&(struct lpi_json_at){at->path, place, at->fault}, json_array_get(layers, i),
                   &n->layers[i]);
    }
}

static int read_network(const char *path, struct vdnn_network *n, struct lpi_fault *fault)
{
    struct lpi_json_at at = {path, "", fault};
    n->file = lpi_json_load(path, fault);
    lpi_json_only(&at, n->file, "name batch image layers");
    const char *name = lpi_json_name(&at, n->file, "name");
    n->net = (struct lp_vdnn_network){.name = name != NULL ? name : path};
    n->net.title = n->net.name;
    n->net.batch = size_of(&at, n->file, "batch", 1, LPI_JSON_NEEDED);
    read_image(&at, n->file, &n->net);
    read_layers(&at, n);
    return fault->code;
}

/* Measured times; the file has them for all passes of all layers, or for some. */
static void read_times(struct vdnn_network *n, const char *path, struct lpi_fault *fault)
{
    size_t step = 0, index;
    json_t *object;
    json_array_foreach(json_object_get(n->file, "layers"), index, object) {
        struct lpi_json_at at = {path, n->layers[index].name, fault};
        if (n->layers[index].kind == LP_VDNN_CONCAT)
            continue;
        double forward = lpi_json_number(&at, object, "forward_ms", 0, TIME_MAX_MS, -1);
        double backward = lpi_json_number(&at, object, "backward_ms", 0, TIME_MAX_MS, -1);
        n->forward[step] = forward < 0 ? -1 : forward / 1000;
        n->backward[step] = backward < 0 ? -1 : backward / 1000;
        step++;
    }
}

static int refuse(const struct vdnn_network *n, const char *path, const struct lp_vdnn_fault *why,
                  struct lpi_fault *fault)
{
    if (why->layer < n->net.count)
        return lpi_fault_set(fault, LPI_BAD, "%s: layer %zu, '%s': %s", path, why->layer + 1,
                             n->layers[why->layer].name, why->why);
    return lpi_fault_set(fault, LPI_BAD, "%s: %s", path, why->why);
}

/* The error for a name that is neither built in nor a file lists the built-in names. */
static int check_file(const char *option, const char *name, const char *list,
                      struct lpi_fault *fault)
{
    FILE *file = strcmp(name, "-") == 0 ? NULL : fopen(name, "rb");
    if (file == NULL && strcmp(name, "-") != 0)
        return lpi_fault_set(fault, LPI_BAD,
                             "vdnn: --%s takes %s or a JSON file, and there is no file '%s' to "
                             "read",
                             option, list, name);
    if (file != NULL)
        fclose(file);
    return 0;
}

static int find_network(const char *name, struct vdnn_network *n, struct lpi_fault *fault)
{
    const struct lp_vdnn_network *ours = lp_vdnn_find_network(name);
    if (ours != NULL)
        n->net = *ours;
    else if (check_file("network", name, "alexnet, overfeat, nin, vgg16, squeezenet, googlenet",
                        fault) == 0)
        read_network(name, n, fault);
    return fault->code;
}

/* Expands the network into steps, and allocates the times of their passes. */
static int work_out(const char *name, struct vdnn_network *n, struct lpi_fault *fault)
{
    struct lp_vdnn_fault why;
    n->steps = lpi_fault_alloc(fault, n->net.count * sizeof *n->steps);
    if (n->steps == NULL)
        return fault->code;
    if (lp_vdnn_steps(&n->net, n->steps, n->net.count, &n->count, &why) != LP_OK)
        return refuse(n, name, &why, fault);
    n->forward = lpi_fault_alloc(fault, 2 * n->count * sizeof *n->forward);
    if (n->forward == NULL)
        return fault->code;
    n->backward = n->forward + n->count;
    for (size_t i = 0; i < 2 * n->count; i++)
        n->forward[i] = -1;
    return 0;
}

int vdnn_network_open(const char *name, struct vdnn_network *n, struct lpi_fault *fault)
{
    *n = (struct vdnn_network){.count = 0};
    if (find_network(name, n, fault) == 0 && work_out(name, n, fault) == 0 && n->file != NULL)
        read_times(n, name, fault);
    if (fault->code != 0)
        vdnn_network_close(n);
    return fault->code;
}

void vdnn_network_close(struct vdnn_network *n)
{
    free(n->forward);
    free(n->steps);
    free(n->layers);
    json_decref(n->file);
    *n = (struct vdnn_network){.count = 0};
}

/* Reads a GPU from a file. */
static void read_gpu(const char *path, struct lp_vdnn_gpu *gpu, json_t **file,
                     struct lpi_fault *fault)
{
    struct lpi_json_at at = {path, "", fault};
    json_t *object = *file = lpi_json_load(path, fault);
    lpi_json_only(&at, object, "name tflops bandwidth_gbs used_gbs");
    const char *own = lpi_json_name(&at, object, "name");
    *gpu = (struct lp_vdnn_gpu){
        .name = own != NULL ? own : path,
        .flops = 1e12 * lpi_json_number(&at, object, "tflops", 1e-3, 1e6, NAN),
        .bandwidth = 1e9 * lpi_json_number(&at, object, "bandwidth_gbs", 1e-3, 1e6, NAN),
        .used = 1e9 * lpi_json_number(&at, object, "used_gbs", 0, 1e6, LP_VDNN_USED / 1e9)};
    gpu->title = gpu->name;
    if (gpu->used >= gpu->bandwidth)
        lpi_json_wrong(&at, "of 'bandwidth_gbs' %g nothing is left: layers take 'used_gbs' %g",
                       gpu->bandwidth / 1e9, gpu->used / 1e9);
}

int vdnn_gpu_open(const char *name, struct lp_vdnn_gpu *gpu, json_t **file, struct lpi_fault *fault)
{
    const struct lp_vdnn_gpu *ours = lp_vdnn_find_gpu(name);
    *file = NULL;
    if (ours != NULL)
        *gpu = *ours;
    else if (check_file("gpu", name, "titanx, titanxp", fault) == 0)
        read_gpu(name, gpu, file, fault);
    if (fault->code != 0) {
        json_decref(*file);
        *file = NULL;
    }
    return fault->code;
}
