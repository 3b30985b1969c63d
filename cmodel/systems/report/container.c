/* SPDX-License-Identifier: Apache-2.0 */
#include "container.h"
#include "../../base/bytes.h"
#include <string.h>

struct magic {
    const char *bytes;
    size_t count;
    const char *name;
};

static const struct magic magics[] = {
    {"GGUF", 4, "GGUF"},
    {"PK\3\4", 4, "ZIP (.npz, .pt)"},
    {"\x89HDF\r\n\x1a\n", 8, "HDF5"},
    {"\x93NUMPY", 6, ".npy"},
    {"\x7f"
     "ELF",
     4, "ELF"},
    {"\x1f\x8b\x08", 3, "gzip"},
    {"\x28\xb5\x2f\xfd", 4, "Zstandard"},
};

/* The length of a JSON header, then the header; its format allows 100 MB. */
static int is_safetensors(const uint8_t *bytes, size_t count)
{
    return count >= 10 && lpi_get_le64(bytes) <= 100000000 && bytes[8] == '{' && bytes[9] == '"';
}

const char *report_container(const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
        if (count >= magics[i].count && memcmp(bytes, magics[i].bytes, magics[i].count) == 0)
            return magics[i].name;
    return is_safetensors(bytes, count) ? "safetensors" : NULL;
}
