/* SPDX-License-Identifier: Apache-2.0 */
#include "buffers_file.h"
#include "../../lib/io/json_read.h"
#include "../../lib/profile/set.h"
#include <inttypes.h>
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>

static bool take_address(const json_t *value, uint64_t *address)
{
    const char *text = json_string_value(value);
    char *end;
    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        *address = (uint64_t)json_integer_value(value);
        return true;
    }
    if (text == NULL || strncmp(text, "0x", 2) != 0 || text[2] == '\0')
        return false;
    *address = strtoull(text + 2, &end, 16);
    return *end == '\0';
}

static void take_buffer(const struct lpi_json_at *at, const json_t *object, struct regions *regions)
{
    uint64_t address = 0;
    const char *name = json_string_value(json_object_get(object, "name"));
    const json_t *bytes = json_object_get(object, "bytes");
    lpi_json_only(at, object, "name address bytes");
    if (name == NULL || strlen(name) > LP_WARP_NAME_MAX || !lpi_set_name_valid(name))
        lpi_json_wrong(at, "\"name\" is missing, or no name of an allocation");
    else if (!take_address(json_object_get(object, "address"), &address) ||
             address % LP_LINE_BYTES != 0 || address >= LP_WARP_ADDRESS_MAX)
        lpi_json_wrong(at, "\"address\" is missing, or no multiple of 128 below 2^48");
    else if (!json_is_integer(bytes) || json_integer_value(bytes) < 1 ||
             (uint64_t)json_integer_value(bytes) > LP_WARP_ADDRESS_MAX - address)
        lpi_json_wrong(at, "\"bytes\" is missing, or no size of a buffer there");
    else
        regions_add(regions, name, address, (uint64_t)json_integer_value(bytes), true, at->fault);
}

int buffers_file_read(const char *path, struct regions *regions, struct lpi_fault *fault)
{
    json_t *root = lpi_json_load(path, fault);
    if (root == NULL)
        return fault->code;
    struct lpi_json_at at = {.path = path, .place = "", .fault = fault};
    lpi_json_only(&at, root, "linepress_buffers buffers");
    if (lpi_json_whole(&at, root, "linepress_buffers", 1, 1, LPI_JSON_NEEDED) == 1) {
        const json_t *list = lpi_json_list(&at, root, "buffers");
        for (size_t i = 0; i < json_array_size(list) && fault->code == 0; i++) {
            char place[32];
            snprintf(place, sizeof place, "buffer %zu", i + 1);
            take_buffer(&(struct lpi_json_at){path, place, fault}, json_array_get(list, i),
                        regions);
        }
    }
    json_decref(root);
    return fault->code != 0 ? fault->code : regions_sort(regions, path, fault);
}

int buffers_file_write(FILE *stream, const struct regions *regions, struct lpi_fault *fault)
{
    fprintf(stream, "{\"linepress_buffers\": 1, \"buffers\": [");
    for (size_t i = 0; i < regions->count; i++) {
        const struct region *r = &regions->list[i];
        json_t *name = json_string(r->name);
        char *text = json_dumps(name, JSON_ENCODE_ANY);
        json_decref(name);
        if (text == NULL)
            return lpi_fault_set(fault, LPI_BAD, "trace: no memory");
        fprintf(stream,
                "%s\n {\"name\": %s, \"address\": \"0x%" PRIx64 "\", \"bytes\": %" PRIu64 "}",
                i > 0 ? "," : "", text, r->address, r->bytes);
        free(text);
    }
    fprintf(stream, "\n]}\n");
    return 0;
}
