/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GGUF files, versions 2 and 3: settings of a model, then the tensors' names, shapes, types and
 * offsets, then their bytes. Blocks of quantised types are listed as they are stored.
 */
#include "reader.h"
#include "../../base/bytes.h"

#include <inttypes.h>
#include <stdlib.h>

#define VERSION_LEAST 2u
#define VERSION_MOST 3u
#define ALIGNMENT 32u /* of the tensors' bytes, without the setting general.alignment */
#define ALIGNMENT_KEY "general.alignment"
#define AXES_MAX 8u
#define ARRAYS_MAX 4u /* arrays in arrays */
#define AHEAD 65536u

/* Types of settings; those below are numbers of the listed sizes. */
enum { SETTING_UINT32 = 4, SETTING_STRING = 8, SETTING_ARRAY = 9, SETTING_TYPES = 13 };
static const uint8_t setting_bytes[SETTING_TYPES] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

/* By the type's number; a name of NULL: not assigned, or withdrawn. */
static const struct type {
    const char *name;
    uint16_t block, bytes; /* elements of a block, and its bytes */
    enum lp_elem elem;
} types[] = {
    [0] = {"F32", 1, 4, LP_ELEM_32},
    [1] = {"F16", 1, 2, LP_ELEM_16},
    [2] = {"Q4_0", 32, 18, LP_ELEM_8},
    [3] = {"Q4_1", 32, 20, LP_ELEM_8},
    [6] = {"Q5_0", 32, 22, LP_ELEM_8},
    [7] = {"Q5_1", 32, 24, LP_ELEM_8},
    [8] = {"Q8_0", 32, 34, LP_ELEM_8},
    [9] = {"Q8_1", 32, 36, LP_ELEM_8},
    [10] = {"Q2_K", 256, 84, LP_ELEM_8},
    [11] = {"Q3_K", 256, 110, LP_ELEM_8},
    [12] = {"Q4_K", 256, 144, LP_ELEM_8},
    [13] = {"Q5_K", 256, 176, LP_ELEM_8},
    [14] = {"Q6_K", 256, 210, LP_ELEM_8},
    [15] = {"Q8_K", 256, 292, LP_ELEM_8},
    [16] = {"IQ2_XXS", 256, 66, LP_ELEM_8},
    [17] = {"IQ2_XS", 256, 74, LP_ELEM_8},
    [18] = {"IQ3_XXS", 256, 98, LP_ELEM_8},
    [19] = {"IQ1_S", 256, 50, LP_ELEM_8},
    [20] = {"IQ4_NL", 32, 18, LP_ELEM_8},
    [21] = {"IQ3_S", 256, 110, LP_ELEM_8},
    [22] = {"IQ2_S", 256, 82, LP_ELEM_8},
    [23] = {"IQ4_XS", 256, 136, LP_ELEM_8},
    [24] = {"I8", 1, 1, LP_ELEM_8},
    [25] = {"I16", 1, 2, LP_ELEM_16},
    [26] = {"I32", 1, 4, LP_ELEM_32},
    [27] = {"I64", 1, 8, 0},
    [28] = {"F64", 1, 8, 0},
    [29] = {"IQ1_M", 256, 56, LP_ELEM_8},
    [30] = {"BF16", 1, 2, LP_ELEM_16},
    [34] = {"TQ1_0", 256, 54, LP_ELEM_8},
    [35] = {"TQ2_0", 256, 66, LP_ELEM_8},
    [39] = {"MXFP4", 32, 17, LP_ELEM_8},
    [40] = {"NVFP4", 64, 36, LP_ELEM_8},
    [41] = {"Q1_0", 128, 18, LP_ELEM_8},
};

/* Reads forward, with some bytes read ahead. An error is kept, and then every number is 0. */
struct cursor {
    const struct lpi_tensor_file *file;
    int error;
    uint64_t at;    /* of the next byte, in the file */
    uint64_t ahead; /* place of the buffer's bytes */
    size_t buffered;
    uint8_t buffer[AHEAD];
};

static void skip(struct cursor *c, uint64_t bytes)
{
    if (c->error == 0 && bytes > c->file->bytes - c->at)
        c->error = lpi_tensor_wrong(
            c->file, "truncated: it has %" PRIu64 " bytes and needs %" PRIu64 " at byte %" PRIu64,
            c->file->bytes, bytes, c->at);
    if (c->error == 0)
        c->at += bytes;
}

/* `count` bytes, at most AHEAD; NULL: the error is set. Valid until the next call. */
static const uint8_t *take(struct cursor *c, size_t count)
{
    uint64_t from = c->at;
    skip(c, count);
    if (c->error != 0)
        return NULL;
    if (from < c->ahead || c->at > c->ahead + c->buffered) {
        uint64_t rest = c->file->bytes - from;
        c->ahead = from;
        c->buffered = rest < AHEAD ? (size_t)rest : AHEAD;
        c->error = lpi_tensor_file_read(c->file, from, c->buffer, c->buffered);
    }
    return c->error == 0 ? c->buffer + (from - c->ahead) : NULL;
}

static uint64_t number(struct cursor *c, size_t bytes)
{
    const uint8_t *at = take(c, bytes);
    return at != NULL ? lpi_get_le(at, bytes) : 0;
}

/* A text of at most `most` bytes. */
static const char *text(struct cursor *c, uint64_t most, size_t *bytes)
{
    uint64_t length = number(c, 8);
    *bytes = 0;
    if (c->error == 0 && length > most)
        c->error = lpi_tensor_wrong(
            c->file, "a name of %" PRIu64 " bytes at byte %" PRIu64 " is longer than %" PRIu64,
            length, c->at, most);
    if (c->error != 0)
        return NULL;
    *bytes = (size_t)length;
    return length > 0 ? (const char *)take(c, *bytes) : "";
}

/* ---- settings ---- */

static void skip_value(struct cursor *c, uint64_t type, unsigned depth);

static void skip_array(struct cursor *c, unsigned depth)
{
    uint64_t type = number(c, 4), count = number(c, 8);
    if (c->error == 0 && type < SETTING_TYPES && setting_bytes[type] > 0) {
        if (count > UINT64_MAX / 8)
            count = UINT64_MAX / 8;
        skip(c, count * setting_bytes[type]);
        return;
    }
    if (c->error == 0 && depth == ARRAYS_MAX)
        c->error = lpi_tensor_wrong(c->file, "has more than %u arrays in each other", ARRAYS_MAX);
    for (uint64_t i = 0; i < count && c->error == 0; i++)
        skip_value(c, type, depth + 1);
}

static void skip_value(struct cursor *c, uint64_t type, unsigned depth)
{
    if (c->error != 0)
        return;
    if (type == SETTING_STRING)
        skip(c, number(c, 8));
    else if (type == SETTING_ARRAY)
        skip_array(c, depth);
    else if (type < SETTING_TYPES)
        skip(c, setting_bytes[type]);
    else
        c->error = lpi_tensor_wrong(
            c->file, "a setting before byte %" PRIu64 " has the unknown type %" PRIu64, c->at,
            type);
}

static void take_alignment(struct cursor *c, uint64_t type, uint64_t *alignment)
{
    *alignment = type == SETTING_UINT32 ? number(c, 4) : 0;
    if (c->error == 0 && (*alignment == 0 || (*alignment & (*alignment - 1)) != 0))
        c->error = lpi_tensor_wrong(c->file, "its " ALIGNMENT_KEY " is no power of two");
}

static void read_settings(struct cursor *c, uint64_t count, uint64_t *alignment)
{
    *alignment = ALIGNMENT;
    for (uint64_t i = 0; i < count && c->error == 0; i++) {
        size_t bytes;
        const char *key = text(c, AHEAD, &bytes);
        bool is_alignment = key != NULL && bytes == sizeof ALIGNMENT_KEY - 1 &&
                            memcmp(key, ALIGNMENT_KEY, bytes) == 0;
        uint64_t type = number(c, 4);
        if (is_alignment)
            take_alignment(c, type, alignment);
        else
            skip_value(c, type, 0);
    }
}

/* ---- tensors ---- */

/* Axes are stored with the one that varies fastest first. */
static unsigned read_shape(struct cursor *c, uint64_t shape[AXES_MAX])
{
    uint64_t axes = number(c, 4);
    if (c->error == 0 && axes > AXES_MAX)
        c->error = lpi_tensor_wrong(
            c->file, "a tensor before byte %" PRIu64 " has more than %u axes", c->at, AXES_MAX);
    for (uint64_t i = 0; i < axes && c->error == 0; i++)
        shape[axes - 1 - i] = number(c, 8);
    return (unsigned)axes;
}

/* The offset is still that from the first tensor's byte. */
static void read_tensor(struct cursor *c, struct lpi_tensors *tensors)
{
    char name[LPI_TENSOR_NAME_MAX];
    uint64_t shape[AXES_MAX];
    struct lpi_tensor_found found = {.name = name, .shape = shape};
    const char *stored = text(c, sizeof name, &found.name_bytes);
    if (stored != NULL)
        memcpy(name, stored, found.name_bytes);
    found.axes = read_shape(c, shape);
    uint64_t type = number(c, 4);
    found.part.begin = number(c, 8);
    if (c->error != 0)
        return;
    if (type >= sizeof types / sizeof *types || types[type].name == NULL) {
        c->error = lpi_tensor_wrong(c->file, "tensor '%.*s' has the unknown type %" PRIu64,
                                    (int)found.name_bytes, name, type);
        return;
    }
    found.dtype = types[type].name;
    found.elem = types[type].elem;
    found.bfloat16 = strcmp(found.dtype, "BF16") == 0;
    if (!lpi_tensor_bytes(shape, found.axes, types[type].block, types[type].bytes, &found.bytes))
        c->error = lpi_tensor_wrong(c->file, "tensor '%.*s' has no whole blocks of %s, or too many",
                                    (int)found.name_bytes, name, found.dtype);
    found.part.bytes = found.bytes;
    if (c->error == 0)
        c->error = lpi_tensors_add(c->file, tensors, &found);
}

/* Sets the places of the tensors, whose bytes begin at the next multiple of the alignment. */
static int place(const struct lpi_tensor_file *file, struct lpi_tensors *tensors, uint64_t end,
                 uint64_t alignment)
{
    uint64_t begin = (end + alignment - 1) / alignment * alignment;
    uint64_t room = begin < file->bytes ? file->bytes - begin : 0;
    for (size_t i = 0; i < tensors->count; i++) {
        struct lpi_tensor *tensor = &tensors->list[i];
        uint64_t offset = tensor->part.begin;
        if (offset % alignment != 0)
            return lpi_tensor_wrong(file, "tensor '%s' is not aligned to %" PRIu64 " bytes",
                                    tensor->name, alignment);
        if (offset > room || tensor->bytes > room - offset)
            return lpi_tensor_wrong(file,
                                    "truncated: tensor '%s' has %" PRIu64 " bytes at byte %" PRIu64
                                    " of %" PRIu64 " after the list",
                                    tensor->name, tensor->bytes, offset, room);
        tensor->part.begin = tensor->bytes > 0 ? begin + offset : 0;
    }
    return 0;
}

static int check_version(const struct lpi_tensor_file *file, const uint8_t *magic, uint64_t version)
{
    if (memcmp(magic, "GGUF", 4) != 0)
        return lpi_tensor_wrong(file, "is no GGUF file: wrong magic");
    if (version >> 24 != 0 && (version & 0xffffff) == 0)
        return lpi_tensor_wrong(file, "is a GGUF file whose numbers begin with the high byte");
    if (version < VERSION_LEAST || version > VERSION_MOST)
        return lpi_tensor_wrong(file, "version %" PRIu64 " of GGUF is neither %u nor %u", version,
                                VERSION_LEAST, VERSION_MOST);
    return 0;
}

static int read_list(struct cursor *c, struct lpi_tensors *tensors)
{
    uint8_t magic[4] = {0};
    uint64_t alignment;
    const uint8_t *at = take(c, sizeof magic);
    if (at != NULL)
        memcpy(magic, at, sizeof magic);
    uint64_t version = number(c, 4);
    if (c->error == 0)
        c->error = check_version(c->file, magic, version);
    uint64_t count = number(c, 8), settings = number(c, 8);
    if (c->error == 0 && count > LPI_TENSORS_MAX)
        c->error = lpi_tensor_wrong(c->file, "has more than %u tensors", LPI_TENSORS_MAX);
    read_settings(c, settings, &alignment);
    for (uint64_t i = 0; i < count && c->error == 0; i++)
        read_tensor(c, tensors);
    return c->error == 0 ? place(c->file, tensors, c->at, alignment) : c->error;
}

static int list(const struct lpi_tensor_file *file, struct lpi_tensors *tensors)
{
    struct cursor *c = lpi_fault_alloc(file->fault, sizeof *c);
    if (c == NULL)
        return file->fault->code;
    c->file = file;
    c->error = 0;
    c->at = c->ahead = 0;
    c->buffered = 0;
    int error = read_list(c, tensors);
    free(c);
    return error;
}

const struct lpi_tensor_reader lpi_read_gguf = {LPI_LOOK_GGUF, list};
