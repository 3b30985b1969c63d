/* SPDX-License-Identifier: Apache-2.0 */
/*
 * safetensors files: the length of a JSON header, the header, which gives each tensor a type, a
 * shape and a range of bytes, and the bytes. The ranges must cover all of them, once.
 */
#include "reader.h"
#include "../../base/bytes.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

/* Values of a header that a list of LPI_TENSORS_MAX tensors needs, and room for notes. */
#define VALUES_MAX (32 * (size_t)LPI_TENSORS_MAX)

static const struct dtype {
    const char *name;
    unsigned bits;
    enum lp_elem elem;
} dtypes[] = {
    {"F64", 64, 0},
    {"F32", 32, LP_ELEM_32},
    {"F16", 16, LP_ELEM_16},
    {"BF16", 16, LP_ELEM_16},
    {"I64", 64, 0},
    {"I32", 32, LP_ELEM_32},
    {"I16", 16, LP_ELEM_16},
    {"I8", 8, LP_ELEM_8},
    {"U64", 64, 0},
    {"U32", 32, LP_ELEM_32},
    {"U16", 16, LP_ELEM_16},
    {"U8", 8, LP_ELEM_8},
    {"BOOL", 8, LP_ELEM_8},
    {"C64", 64, LP_ELEM_32},
    {"F8_E4M3", 8, LP_ELEM_8},
    {"F8_E5M2", 8, LP_ELEM_8},
    {"F8_E8M0", 8, LP_ELEM_8},
    {"F6_E2M3", 6, LP_ELEM_8},
    {"F6_E3M2", 6, LP_ELEM_8},
    {"F4", 4, LP_ELEM_8},
};

struct header {
    const struct lpi_tensor_file *file;
    struct lpi_tensors *tensors;
    uint64_t begin; /* of the tensors' bytes */
};

static int wrong(const struct header *header, const char *name, const char *what)
{
    return lpi_tensor_wrong(header->file, "tensor '%s' %s", name, what);
}

static const struct dtype *dtype_of(const json_t *value)
{
    const char *name = json_string_value(value);
    for (size_t i = 0; name != NULL && i < sizeof dtypes / sizeof *dtypes; i++)
        if (strcmp(dtypes[i].name, name) == 0)
            return &dtypes[i];
    return NULL;
}

/* A list of at most `most` numbers that are not negative. */
static bool take_numbers(const json_t *value, size_t most, uint64_t *numbers)
{
    size_t count = json_array_size(value);
    if (!json_is_array(value) || count > most)
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *number = json_array_get(value, i);
        if (!json_is_integer(number) || json_integer_value(number) < 0)
            return false;
        numbers[i] = (uint64_t)json_integer_value(number);
    }
    return true;
}

/* Types narrower than a byte fill their last byte, too. */
static bool bytes_of(const struct dtype *dtype, const struct lpi_tensor_found *found,
                     uint64_t *bytes)
{
    uint64_t bits;
    bool sized = lpi_tensor_bytes(found->shape, found->axes, 1, dtype->bits, &bits);
    *bytes = bits / 8;
    return sized && bits % 8 == 0;
}

static int take_tensor(const struct header *header, const char *name, const json_t *value)
{
    uint64_t shape[LPI_TENSOR_AXES_MAX], range[2], due;
    const json_t *axes = json_object_get(value, "shape");
    const json_t *offsets = json_object_get(value, "data_offsets");
    const struct dtype *dtype = dtype_of(json_object_get(value, "dtype"));
    if (!json_is_object(value) || json_object_size(value) != 3)
        return wrong(header, name, "is no object of dtype, shape and data_offsets");
    if (dtype == NULL)
        return wrong(header, name, "has an unknown dtype");
    if (!take_numbers(axes, LPI_TENSOR_AXES_MAX, shape))
        return wrong(header, name, "has a shape that is no list of at most 64 lengths");
    if (json_array_size(offsets) != 2 || !take_numbers(offsets, 2, range) || range[0] > range[1])
        return wrong(header, name, "has data_offsets that are no begin and end");
    struct lpi_tensor_found found = {.name = name,
                                     .name_bytes = strlen(name),
                                     .dtype = dtype->name,
                                     .elem = dtype->elem,
                                     .bfloat16 = strcmp(dtype->name, "BF16") == 0,
                                     .axes = (unsigned)json_array_size(axes),
                                     .shape = shape,
                                     .bytes = range[1] - range[0]};
    if (!bytes_of(dtype, &found, &due) || due != found.bytes)
        return lpi_tensor_wrong(header->file,
                                "tensor '%s' has %" PRIu64 " bytes, not those of its shape", name,
                                found.bytes);
    if (range[1] > header->file->bytes - header->begin)
        return lpi_tensor_wrong(
            header->file, "tensor '%s' ends at byte %" PRIu64 " of %" PRIu64 " after the header",
            name, range[1], header->file->bytes - header->begin);
    found.part = (struct lpi_part){.begin = header->begin + range[0], .bytes = found.bytes};
    return lpi_tensors_add(header->file, header->tensors, &found);
}

static int take_tensors(const struct header *header, json_t *root)
{
    const char *name;
    json_t *value;
    int error = 0;
    json_object_foreach(root, name, value) {
        if (strcmp(name, "__metadata__") != 0)
            error = take_tensor(header, name, value);
        if (error != 0)
            return error;
    }
    return 0;
}

/* The tensors do not overlap if the sum of their bytes and the last one's end are those due. */
static int check_cover(const struct header *header)
{
    uint64_t sum = 0, due = header->file->bytes - header->begin;
    for (size_t i = 0; i < header->tensors->count; i++)
        sum += header->tensors->list[i].bytes;
    if (sum < due)
        return lpi_tensor_wrong(
            header->file, "%" PRIu64 " bytes after the header belong to no tensor", due - sum);
    return 0;
}

/*
 * The number of values that the text can have, without reading it: a reader would need memory for
 * all of them, many times that of the text.
 */
static size_t count_values(const char *text, size_t bytes)
{
    size_t count = 0;
    for (size_t i = 0; i < bytes; i++)
        count += text[i] == ',' || text[i] == '[' || text[i] == '{';
    return count;
}

static json_t *parse(const struct lpi_tensor_file *file, const char *text, size_t bytes)
{
    json_error_t why;
    if (count_values(text, bytes) > VALUES_MAX) {
        lpi_tensor_wrong(file, "its header has more values than %u tensors need", LPI_TENSORS_MAX);
        return NULL;
    }
    json_t *root = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, &why);
    if (root == NULL)
        lpi_tensor_wrong(file, "its header is no valid JSON: %s", why.text);
    else if (!json_is_object(root))
        lpi_tensor_wrong(file, "its header is no object");
    if (json_is_object(root))
        return root;
    json_decref(root);
    return NULL;
}

static int read_header(const struct header *header, size_t bytes)
{
    char *text = lpi_fault_alloc(header->file->fault, bytes);
    if (text == NULL)
        return header->file->fault->code;
    int error = lpi_tensor_file_read(header->file, LPI_SAFETENSORS_PREFIX, text, bytes);
    json_t *root = error == 0 ? parse(header->file, text, bytes) : NULL;
    free(text);
    if (root == NULL)
        return header->file->fault->code;
    error = take_tensors(header, root);
    json_decref(root);
    return error == 0 ? check_cover(header) : error;
}

static int list(const struct lpi_tensor_file *file, struct lpi_tensors *tensors)
{
    uint8_t prefix[LPI_SAFETENSORS_PREFIX];
    int error = lpi_tensor_file_read(file, 0, prefix, sizeof prefix);
    if (error != 0)
        return error;
    uint64_t bytes = lpi_get_le64(prefix);
    if (bytes > LPI_TENSORS_HEADER_MAX)
        return lpi_tensor_wrong(file,
                                "is no safetensors file, or its header of %" PRIu64
                                " bytes is longer than %" PRIu64,
                                bytes, LPI_TENSORS_HEADER_MAX);
    struct header header = {file, tensors, LPI_SAFETENSORS_PREFIX + bytes};
    return read_header(&header, (size_t)bytes);
}

const struct lpi_tensor_reader lpi_read_safetensors = {LPI_LOOK_SAFETENSORS, list};
