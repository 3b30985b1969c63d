/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The index of a model's safetensors files, beside two such files: "a" has tensors "x" and "y", "b"
 * has "z".
 */
#define _GNU_SOURCE /* memfd_create */
#include "tensors.h"

static const char a[] = "{\"x\":{\"dtype\":\"U8\",\"shape\":[3],\"data_offsets\":[0,3]},"
                        "\"y\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[3,4]}}";
static const char b[] = "{\"z\":{\"dtype\":\"F16\",\"shape\":[2],\"data_offsets\":[0,4]}}";

/* The folder has links to files in memory, which are faster. */
static int open_in(const char *folder, const char *name)
{
    char path[128], memory[64];
    int fd = memfd_create(name, 0);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(memory, sizeof memory, "/proc/self/fd/%d", fd);
    must(fd >= 0 && symlink(memory, path) == 0);
    return fd;
}

static void write_model(const char *folder, const char *name, const char *header)
{
    uint8_t file[256] = {(uint8_t)strlen(header)};
    int fd = open_in(folder, name);
    memcpy(file + 8, header, strlen(header));
    write_file(fd, file, 8 + strlen(header) + 4);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    static char folder[] = "/tmp/fuzz_index-XXXXXX", path[128];
    static int fd = -1;
    if (fd < 0) {
        must(mkdtemp(folder) != NULL);
        write_model(folder, "a", a);
        write_model(folder, "b", b);
        fd = open_in(folder, "m.safetensors.index.json");
        snprintf(path, sizeof path, "%s/m.safetensors.index.json", folder);
    }
    write_file(fd, bytes, count);
    open_tensors(path, UINT64_MAX);
    return 0;
}
