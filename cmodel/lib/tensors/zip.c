/* SPDX-License-Identifier: Apache-2.0 */
#include "zip.h"
#include "../../base/bytes.h"

#include <inttypes.h>
#include <stdlib.h>

/* Bytes of the fixed parts of headers, and the places of their fields. */
enum {
    END_BYTES = 22,
    END_DISK = 4,
    END_COUNT = 10,
    END_SIZE = 12,
    END_OFFSET = 16,
    END_COMMENT = 20,
    LOCATOR_BYTES = 20,
    LOCATOR_END = 8,
    END64_BYTES = 56,
    END64_COUNT = 32,
    END64_SIZE = 40,
    END64_OFFSET = 48,
    ENTRY_BYTES = 46,
    ENTRY_FLAGS = 8,
    ENTRY_METHOD = 10,
    ENTRY_CRC = 16,
    ENTRY_PACKED = 20,
    ENTRY_SIZE = 24,
    ENTRY_NAME = 28,
    ENTRY_EXTRA = 30,
    ENTRY_COMMENT = 32,
    ENTRY_OFFSET = 42,
    LOCAL_BYTES = 30,
    LOCAL_METHOD = 8,
    LOCAL_NAME = 26,
    LOCAL_EXTRA = 28,
    EXTRA_64 = 1,
    FLAG_ENCRYPTED = 1,
    STORED = 0,
    DEFLATED = 8
};
#define COMMENT_MAX 65535u
/* A block of DEFLATE gives at most 258 bytes for two bits (RFC 1951, 3.2.5). */
#define DEFLATE_MOST 1032u

struct directory {
    uint64_t at, bytes, count;
    uint8_t *data;
};

static bool is_header(const uint8_t *at, uint8_t third, uint8_t fourth)
{
    return at[0] == 'P' && at[1] == 'K' && at[2] == third && at[3] == fourth;
}

/* The archive ends in its end record, whose comment has any length. */
static int find_end(const struct lpi_tensor_file *file, uint8_t end[END_BYTES], uint64_t *at)
{
    size_t most = END_BYTES + COMMENT_MAX;
    size_t bytes = file->bytes < most ? (size_t)file->bytes : most;
    uint8_t *tail = lpi_fault_alloc(file->fault, bytes);
    if (tail == NULL)
        return file->fault->code;
    int error = lpi_tensor_file_read(file, file->bytes - bytes, tail, bytes), found = 0;
    for (size_t i = bytes; error == 0 && !found && i-- > 0;) {
        found = bytes - i >= END_BYTES && is_header(tail + i, 5, 6) &&
                lpi_get_le(tail + i + END_COMMENT, 2) == bytes - i - END_BYTES;
        *at = file->bytes - bytes + i;
        if (found)
            memcpy(end, tail + i, END_BYTES);
    }
    free(tail);
    if (error == 0 && !found)
        error = lpi_tensor_wrong(file, "is no zip archive, or cut short: it has no end record");
    return error;
}

/* Sizes that do not fit in the end record are in one of their own before it. */
static int take_end64(const struct lpi_tensor_file *file, uint64_t end_at,
                      struct directory *directory)
{
    uint8_t locator[LOCATOR_BYTES], end[END64_BYTES];
    if (end_at < LOCATOR_BYTES)
        return 0;
    int error = lpi_tensor_file_read(file, end_at - LOCATOR_BYTES, locator, sizeof locator);
    if (error != 0 || !is_header(locator, 6, 7))
        return error;
    error = lpi_tensor_file_read(file, lpi_get_le64(locator + LOCATOR_END), end, sizeof end);
    if (error == 0 && !is_header(end, 6, 6))
        error = lpi_tensor_wrong(file, "damaged: its 64-bit end record is not where it should be");
    if (error == 0) {
        directory->count = lpi_get_le64(end + END64_COUNT);
        directory->bytes = lpi_get_le64(end + END64_SIZE);
        directory->at = lpi_get_le64(end + END64_OFFSET);
    }
    return error;
}

static int find_directory(const struct lpi_tensor_file *file, struct directory *directory)
{
    uint8_t end[END_BYTES];
    uint64_t at = 0;
    int error = find_end(file, end, &at);
    if (error != 0)
        return error;
    directory->count = lpi_get_le(end + END_COUNT, 2);
    directory->bytes = lpi_get_le32(end + END_SIZE);
    directory->at = lpi_get_le32(end + END_OFFSET);
    if (lpi_get_le32(end + END_DISK) != 0)
        return lpi_tensor_wrong(file, "is one part of an archive in several");
    error = take_end64(file, at, directory);
    if (error != 0)
        return error;
    if (directory->at > at || directory->bytes > at - directory->at)
        return lpi_tensor_wrong(file, "damaged: its directory is not before its end record");
    if (directory->bytes > LPI_TENSORS_HEADER_MAX)
        return lpi_tensor_wrong(file, "its directory of %" PRIu64 " bytes is larger than %" PRIu64,
                                directory->bytes, LPI_TENSORS_HEADER_MAX);
    return 0;
}

static int read_directory(const struct lpi_tensor_file *file, struct directory *directory)
{
    int error = find_directory(file, directory);
    if (error != 0)
        return error;
    directory->data = lpi_fault_alloc(file->fault, (size_t)directory->bytes);
    if (directory->data == NULL)
        return file->fault->code;
    error = lpi_tensor_file_read(file, directory->at, directory->data, (size_t)directory->bytes);
    if (error != 0)
        free(directory->data);
    return error;
}

/* ---- members ---- */

/* A 32-bit field, or its 64-bit value at *extra if all of its bits are set. false: cut short. */
static bool wide(const uint8_t *field, const uint8_t **extra, const uint8_t *end, uint64_t *value)
{
    *value = lpi_get_le32(field);
    if (*value != UINT32_MAX)
        return true;
    if (*extra == NULL || end - *extra < 8)
        return false;
    *value = lpi_get_le64(*extra);
    *extra += 8;
    return true;
}

/* The extra field with the wide sizes; NULL: there is none. */
static const uint8_t *find_wide(const uint8_t *extra, size_t bytes, const uint8_t **end)
{
    while (bytes >= 4) {
        size_t size = (size_t)lpi_get_le(extra + 2, 2);
        if (size > bytes - 4)
            return NULL;
        *end = extra + 4 + size;
        if (lpi_get_le(extra, 2) == EXTRA_64)
            return extra + 4;
        bytes -= 4 + size;
        extra = *end;
    }
    return NULL;
}

/* The data begin after a second header, which must be that of the same member. */
static int find_data(const struct lpi_tensor_file *file, const uint8_t *entry, uint64_t offset,
                     struct lpi_zip_member *member)
{
    uint8_t local[LOCAL_BYTES], *name;
    int error = lpi_tensor_file_read(file, offset, local, sizeof local);
    if (error != 0)
        return error;
    size_t bytes = (size_t)lpi_get_le(local + LOCAL_NAME, 2);
    bool same = is_header(local, 3, 4) && bytes == member->name_bytes &&
                lpi_get_le(local + LOCAL_METHOD, 2) == lpi_get_le(entry + ENTRY_METHOD, 2);
    if (same && (name = lpi_fault_alloc(file->fault, bytes)) == NULL)
        return file->fault->code;
    if (same) {
        error = lpi_tensor_file_read(file, offset + LOCAL_BYTES, name, bytes);
        same = error == 0 && memcmp(name, member->name, bytes) == 0;
        free(name);
    }
    if (error == 0 && !same)
        error = lpi_tensor_wrong(file, "damaged: the two headers of member '%.*s' differ",
                                 (int)member->name_bytes, member->name);
    member->part.begin = offset + LOCAL_BYTES + bytes + lpi_get_le(local + LOCAL_EXTRA, 2);
    return error;
}

static int take_sizes(const struct lpi_tensor_file *file, const uint8_t *entry,
                      const uint8_t *extra, size_t extra_bytes, struct lpi_zip_member *member)
{
    const uint8_t *end = extra;
    struct lpi_part *part = &member->part;
    uint64_t packed, offset;
    extra = find_wide(extra, extra_bytes, &end);
    if (!wide(entry + ENTRY_SIZE, &extra, end, &part->bytes) ||
        !wide(entry + ENTRY_PACKED, &extra, end, &packed) ||
        !wide(entry + ENTRY_OFFSET, &extra, end, &offset))
        return lpi_tensor_wrong(file, "damaged: member '%.*s' lacks its 64-bit sizes",
                                (int)member->name_bytes, member->name);
    bool deflated = lpi_get_le(entry + ENTRY_METHOD, 2) == DEFLATED;
    if (deflated ? packed == 0 || part->bytes / DEFLATE_MOST > packed : packed != part->bytes)
        return lpi_tensor_wrong(file,
                                "damaged: member '%.*s' cannot have %" PRIu64 " bytes, of %" PRIu64
                                " in the file",
                                (int)member->name_bytes, member->name, part->bytes, packed);
    part->packed = deflated ? packed : 0;
    return find_data(file, entry, offset, member);
}

static int take_member(const struct lpi_tensor_file *file, const uint8_t *entry,
                       struct lpi_zip_member *member)
{
    unsigned method = (unsigned)lpi_get_le(entry + ENTRY_METHOD, 2);
    const uint8_t *extra = entry + ENTRY_BYTES + member->name_bytes;
    if (lpi_get_le(entry + ENTRY_FLAGS, 2) & FLAG_ENCRYPTED)
        return lpi_tensor_wrong(file, "member '%.*s' is encrypted", (int)member->name_bytes,
                                member->name);
    if (method != STORED && method != DEFLATED)
        return lpi_tensor_wrong(file,
                                "member '%.*s' is packed by method %u, neither stored nor deflated",
                                (int)member->name_bytes, member->name, method);
    member->part = (struct lpi_part){.crc = lpi_get_le32(entry + ENTRY_CRC), .has_crc = 1};
    return take_sizes(file, entry, extra, (size_t)lpi_get_le(entry + ENTRY_EXTRA, 2), member);
}

/* The entry at *at, which is moved past it; NULL: the directory is damaged. */
static const uint8_t *next_entry(const struct directory *directory, size_t *at)
{
    const uint8_t *entry = directory->data + *at;
    size_t rest = (size_t)directory->bytes - *at;
    if (rest < ENTRY_BYTES || !is_header(entry, 1, 2))
        return NULL;
    size_t bytes = ENTRY_BYTES +
                   (size_t)(lpi_get_le(entry + ENTRY_NAME, 2) + lpi_get_le(entry + ENTRY_EXTRA, 2) +
                            lpi_get_le(entry + ENTRY_COMMENT, 2));
    *at += bytes;
    return bytes <= rest ? entry : NULL;
}

static int each_entry(const struct lpi_tensor_file *file,
                      int (*take)(void *context, const uint8_t *entry), void *context)
{
    struct directory directory = {0};
    size_t at = 0;
    int error = read_directory(file, &directory);
    if (error != 0)
        return error;
    for (uint64_t i = 0; i < directory.count && error == 0; i++) {
        const uint8_t *entry = next_entry(&directory, &at);
        error = entry != NULL ? take(context, entry)
                              : lpi_tensor_wrong(file,
                                                 "damaged: its directory has %" PRIu64
                                                 " members and not %" PRIu64,
                                                 i, directory.count);
    }
    free(directory.data);
    if (error == 0 && at != directory.bytes)
        error = lpi_tensor_wrong(file, "damaged: its directory has more than %" PRIu64 " members",
                                 directory.count);
    return error;
}

struct members {
    const struct lpi_tensor_file *file;
    int (*member)(void *context, const struct lpi_zip_member *member);
    void *context;
};

static int pass_member(void *context, const uint8_t *entry)
{
    const struct members *members = context;
    struct lpi_zip_member member = {.name = (const char *)entry + ENTRY_BYTES,
                                    .name_bytes = (size_t)lpi_get_le(entry + ENTRY_NAME, 2)};
    int error = take_member(members->file, entry, &member);
    return error == 0 ? members->member(members->context, &member) : error;
}

int lpi_zip_members(const struct lpi_tensor_file *file,
                    int (*member)(void *context, const struct lpi_zip_member *member),
                    void *context)
{
    struct members members = {file, member, context};
    return each_entry(file, pass_member, &members);
}

/* ---- kinds ---- */

static bool ends_in(const uint8_t *name, size_t bytes, const char *end)
{
    size_t length = strlen(end);
    return bytes >= length && memcmp(name + bytes - length, end, length) == 0;
}

static int look_at_entry(void *context, const uint8_t *entry)
{
    enum lpi_look *look = context;
    const uint8_t *name = entry + ENTRY_BYTES;
    size_t bytes = (size_t)lpi_get_le(entry + ENTRY_NAME, 2);
    if (ends_in(name, bytes, "/data.pkl"))
        *look = LPI_LOOK_TORCH;
    else if (*look == LPI_LOOK_PLAIN && ends_in(name, bytes, ".npy"))
        *look = LPI_LOOK_NPZ;
    return 0;
}

enum lpi_look lpi_zip_looks(const struct lpi_tensor_file *file)
{
    struct lpi_fault fault = {0};
    struct lpi_tensor_file quiet = *file;
    enum lpi_look look = LPI_LOOK_PLAIN;
    quiet.fault = &fault;
    each_entry(&quiet, look_at_entry, &look);
    return look;
}
