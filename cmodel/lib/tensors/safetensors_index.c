/* SPDX-License-Identifier: Apache-2.0 */
/*
 * model.safetensors.index.json: names the file, in the same folder, of each tensor of a model. Files
 * and index must name the same tensors.
 */
#define _POSIX_C_SOURCE 200809L
#include "reader.h"
#include "tensors.h"
#include "../io/json_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct model {
    const struct lpi_tensor_file *file;
    struct lpi_tensors *tensors;
    const json_t *map; /* from tensors to files */
};

/* NULL: the name is no file of the same folder, or there is no memory. */
static char *path_of(const struct model *model, const char *name)
{
    const char *path = model->file->path, *slash = strrchr(path, '/');
    int folder = slash != NULL ? (int)(slash + 1 - path) : 0;
    if (name[0] == '\0' || strchr(name, '/') != NULL || strcmp(name, "..") == 0 ||
        strcmp(name, ".") == 0) {
        lpi_tensor_wrong(model->file, "'%s' is no name of a file in its folder", name);
        return NULL;
    }
    size_t bytes = (size_t)folder + strlen(name) + 1;
    char *own = lpi_fault_alloc(model->file->fault, bytes);
    if (own != NULL)
        snprintf(own, bytes, "%.*s%s", folder, path, name);
    return own;
}

static int take_tensor(const struct model *model, const char *name, const struct lpi_tensor *tensor)
{
    const char *due = json_string_value(json_object_get(model->map, tensor->name));
    if (due == NULL || strcmp(due, name) != 0)
        return lpi_tensor_wrong(model->file, "does not name the tensor '%s' of '%s'", tensor->name,
                                name);
    struct lpi_tensor_found found = {.name = tensor->name,
                                     .name_bytes = strlen(tensor->name),
                                     .dtype = tensor->dtype,
                                     .elem = tensor->elem,
                                     .bfloat16 = tensor->bfloat16,
                                     .axes = tensor->axes,
                                     .shape = tensor->shape,
                                     .bytes = tensor->bytes,
                                     .part = tensor->part};
    return lpi_tensors_add(model->file, model->tensors, &found);
}

static int take_file(const struct model *model, const char *name)
{
    struct lpi_tensors *tensors = NULL;
    char *path = path_of(model, name);
    if (path == NULL)
        return model->file->fault->code;
    int error = lpi_tensors_open_as(path, LPI_LOOK_SAFETENSORS, &tensors, model->file->fault);
    for (size_t i = 0; error == 0 && i < tensors->count; i++)
        error = take_tensor(model, name, &tensors->list[i]);
    lpi_tensors_close(tensors);
    free(path);
    return error;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Each file once, in the order of their names. */
static int take_files(const struct model *model, const char **names, size_t count)
{
    int error = 0;
    qsort(names, count, sizeof *names, by_text);
    for (size_t i = 0; i < count && error == 0; i++)
        if (i == 0 || strcmp(names[i - 1], names[i]) != 0)
            error = take_file(model, names[i]);
    if (error == 0 && model->tensors->count != count)
        error = lpi_tensor_wrong(model->file, "names %zu tensors, and its files have %zu", count,
                                 model->tensors->count);
    return error;
}

static int take_map(const struct model *model)
{
    const char *key, **names;
    json_t *value, *map = (json_t *)(uintptr_t)model->map;
    size_t count = 0;
    int error = 0;
    if (!json_is_object(map) || json_object_size(map) == 0)
        return lpi_tensor_wrong(model->file, "has no weight_map that names files");
    if (json_object_size(map) > LPI_TENSORS_MAX)
        return lpi_tensor_wrong(model->file, "has more than %u tensors", LPI_TENSORS_MAX);
    names = lpi_fault_alloc(model->file->fault, json_object_size(map) * sizeof *names);
    if (names == NULL)
        return model->file->fault->code;
    json_object_foreach(map, key, value) {
        names[count++] = json_string_value(value);
        if (names[count - 1] == NULL && error == 0)
            error = lpi_tensor_wrong(model->file, "the file of tensor '%s' is no text", key);
    }
    if (error == 0)
        error = take_files(model, names, count);
    free(names);
    return error;
}

static int list(const struct lpi_tensor_file *file, struct lpi_tensors *tensors)
{
    json_t *root = lpi_json_load(file->path, file->fault);
    if (root == NULL)
        return file->fault->code;
    struct model model = {file, tensors, json_object_get(root, "weight_map")};
    int error = take_map(&model);
    json_decref(root);
    return error;
}

const struct lpi_tensor_reader lpi_read_index = {LPI_LOOK_INDEX, list};
