/* SPDX-License-Identifier: Apache-2.0 */
#include "looks.h"
#include "../../base/bytes.h"

#include <stdbool.h>

#define ELF_TYPE 16u /* of the file: offset */
#define ELF_CORE 4u

static bool ends_in(const char *name, const char *end)
{
    size_t length = strlen(name), part = strlen(end);
    return length >= part && strcmp(name + length - part, end) == 0;
}

static bool begins(const uint8_t *head, size_t bytes, const char *magic, size_t magic_bytes)
{
    return bytes >= magic_bytes && memcmp(head, magic, magic_bytes) == 0;
}
#define BEGINS(head, bytes, magic) begins(head, bytes, magic, sizeof(magic) - 1)

/*
 * The header is an object of JSON, and its first byte is the brace. Lengths that the reader refuses
 * are recognised, too.
 */
static bool is_safetensors(const uint8_t *head, size_t bytes)
{
    if (bytes < LPI_SAFETENSORS_PREFIX + 2)
        return false;
    uint64_t header = lpi_get_le64(head);
    const uint8_t *text = head + LPI_SAFETENSORS_PREFIX;
    return header >> 40 == 0 && text[0] == '{' && text[1] != '\0' &&
           strchr("\"} \t\r\n", text[1]) != NULL;
}

static bool is_zip(const uint8_t *head, size_t bytes)
{
    return BEGINS(head, bytes, "PK\3\4") || BEGINS(head, bytes, "PK\5\6");
}

static bool is_core(const uint8_t *head, size_t bytes)
{
    static const uint8_t magic[] = {0x7f, 'E', 'L', 'F'};
    return bytes >= ELF_TYPE + 2 && memcmp(head, magic, sizeof magic) == 0 &&
           lpi_get_le(head + ELF_TYPE, 2) == ELF_CORE;
}

/* The magic number of torch.save before its version 1.6, as a pickle of protocol 2. */
static bool is_old_torch(const uint8_t *head, size_t bytes)
{
    return BEGINS(head, bytes, "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8");
}

/* Kinds that a name promises: a file of that name is one, or is refused. */
static const struct {
    const char *end;
    enum lpi_look look;
} named[] = {
    {".safetensors", LPI_LOOK_SAFETENSORS},
    {".safetensors.index.json", LPI_LOOK_INDEX},
    {".gguf", LPI_LOOK_GGUF},
    {".npz", LPI_LOOK_NPZ},
};

enum lpi_look lpi_looks(const char *name, const uint8_t *head, size_t bytes)
{
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (ends_in(name, named[i].end))
            return named[i].look;
    if (is_zip(head, bytes))
        return ends_in(name, ".pt") || ends_in(name, ".pth") ? LPI_LOOK_TORCH : LPI_LOOK_ZIP;
    if (is_safetensors(head, bytes))
        return LPI_LOOK_SAFETENSORS;
    if (BEGINS(head, bytes, "GGUF"))
        return LPI_LOOK_GGUF;
    if (is_core(head, bytes))
        return LPI_LOOK_CORE;
    if (BEGINS(head, bytes, "\x89HDF\r\n\x1a\n"))
        return LPI_LOOK_HDF5;
    return is_old_torch(head, bytes) ? LPI_LOOK_TORCH : LPI_LOOK_PLAIN;
}

const char *lpi_look_name(enum lpi_look look)
{
    static const char *const names[LPI_LOOKS] = {
        [LPI_LOOK_SAFETENSORS] = "a safetensors file",
        [LPI_LOOK_INDEX] = "the index of a model in safetensors files",
        [LPI_LOOK_GGUF] = "a GGUF file",
        [LPI_LOOK_NPZ] = "an .npz file",
        [LPI_LOOK_CORE] = "an ELF core",
        [LPI_LOOK_HDF5] = "an HDF5 file",
        [LPI_LOOK_TORCH] = "a file of torch.save",
    };
    return names[look];
}
