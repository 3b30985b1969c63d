/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The framed file's reader on arbitrary bytes, decoding every block. If the input looks like a
 * file, its checksums are corrected first: otherwise a fuzzer hardly gets past the header.
 */
#include "../../../cmodel/lib/codec/coder.h"
#include "../../../cmodel/base/bytes.h"
#include "../../../cmodel/lib/compare/compare.h"
#include "../../dma/memory_file.h"
#include "fuzz.h"
#include <linepress/frame.h>
#include <zlib.h>

enum { HEADER = 20, BLOCK_HEAD = 8, TRAILER = 20 };

static void put_crc(uint8_t *start, size_t bytes)
{
    uint32_t crc = (uint32_t)crc32(0, start, (uInt)bytes);
    lpi_put_le32(start + bytes, crc);
}

/* The whole-file checksum stays as it is: it depends on the decoded blocks. */
static void repair(uint8_t *file, size_t size)
{
    size_t at = HEADER + (size >= HEADER ? lpi_get_le32(file + 16) : 0);
    if (size < HEADER || at + 4 > size)
        return;
    put_crc(file, at);
    for (at += 4; at + BLOCK_HEAD + 4 <= size;) {
        size_t raw = lpi_get_le32(file + at), stored = lpi_get_le32(file + at + 4);
        size_t bytes = raw == 0 ? TRAILER - 4 : BLOCK_HEAD + stored;
        if (at + bytes + 4 > size)
            return;
        put_crc(file + at, bytes);
        at += bytes + 4;
    }
}

static void read_blocks(struct lp_frame_reader *reader, struct lpi_coder *coder)
{
    static uint8_t raw[LP_FRAME_BLOCK_MAX];
    for (size_t raw_bytes = 1, stored_bytes; raw_bytes != 0;) {
        const void *stored;
        if (lp_frame_read_block(reader, &stored, &stored_bytes, &raw_bytes) != LP_OK)
            break;
        if (raw_bytes == 0)
            break;
        must(raw_bytes <= LP_FRAME_BLOCK_MAX && stored_bytes <= LP_FRAME_STORED_MAX);
        if (lpi_coder_decompress(coder, stored, stored_bytes, raw, raw_bytes) != LP_OK)
            break;
        must(lp_frame_read_check(reader, raw, raw_bytes) == LP_OK);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count == 0)
        return 0;
    uint8_t *file = exact_copy(bytes, count);
    if (count % 4 != 0)
        repair(file, count);
    struct memory_file medium = {.bytes = file, .size = count, .most_at_once = bytes[0] % 5};
    struct lp_frame_reader *reader;
    struct lpi_coder coder;
    if (lp_frame_read_open(memory_read, &medium, &reader) == LP_OK) {
        const struct lp_frame_info *info = lp_frame_read_info(reader);
        const struct lpi_codec *codec = lpi_codec_by_id(info->codec);
        must(info->prologue_bytes <= LP_FRAME_PROLOGUE_MAX);
        if (codec != NULL &&
            lpi_coder_open(&coder, codec, (enum lp_elem)info->elem, info->window) == LP_OK) {
            read_blocks(reader, &coder);
            lpi_coder_close(&coder);
        }
        lp_frame_reader_free(reader);
    }
    free(file);
    return 0;
}
