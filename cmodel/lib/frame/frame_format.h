/* SPDX-License-Identifier: Apache-2.0 */
/* Byte layout of a framed file (docs/reference/format.md, section 7), for reader and writer. */
#ifndef LPI_FRAME_FORMAT_H
#define LPI_FRAME_FORMAT_H

#include <linepress/frame.h>
#include <linepress/linepress.h>

#define FRAME_MAGIC "\x89LPR\r\n\x1a\n"
#define INDEX_MAGIC "\x89LPI\r\n\x1a\n"
#define MAGIC_BYTES 8
#define HEADER_BYTES 20
#define BLOCK_HEAD_BYTES 8
#define TRAILER_BYTES 20
#define CRC_BYTES 4
/* The index: bytes of an entry, one per block, and of its trailer (count, CRC, magic). */
#define INDEX_ENTRY_BYTES 8
#define INDEX_END_BYTES 20

/* CRC-32 of `bytes` more bytes; 0 to begin with. */
uint32_t lpi_crc(uint32_t so_far, const void *data, size_t bytes);

/* CRC-32 of two pieces in sequence, given the CRC of each; the second has `bytes` bytes. */
uint32_t lpi_crc_join(uint32_t first, uint32_t second, uint64_t bytes);

/* Offsets of the blocks, for the index. Zeroed: none. */
struct lpi_offsets {
    uint64_t *at;
    size_t count, room;
};

/* LP_ERR_SYSTEM: no memory. */
int lpi_offsets_add(struct lpi_offsets *offsets, uint64_t offset);
void lpi_offsets_free(struct lpi_offsets *offsets);

/* Writes head and checksum around the bytes that are stored at block + BLOCK_HEAD_BYTES. */
void lpi_frame_seal(uint8_t *block, size_t raw_bytes, size_t stored_bytes);

/* Writes a sealed block; `crc` is the CRC of its raw_bytes bytes of data. */
int lpi_frame_write_sealed(struct lp_frame_writer *writer, const uint8_t *block, uint32_t crc);

/* The contents of the frame's header. */
const struct lp_frame_info *lpi_frame_write_info(const struct lp_frame_writer *writer);

/*
 * Reads a block as it is stored, head and checksum included, into *block, which it makes as large
 * as needed (*room; both 0 at first). *raw_bytes = 0: that was the last. Only the lengths in the
 * head are checked.
 */
int lpi_frame_fetch(struct lp_frame_reader *reader, uint8_t **block, size_t *room,
                    size_t *raw_bytes, size_t *stored_bytes);

/* LP_ERR_FRAME_CRC: the block's checksum is not that of its bytes. */
int lpi_frame_check_block(const uint8_t *block, size_t stored_bytes);

/* Adds a block's data to the counts; `crc` is the data's CRC. */
void lpi_frame_count(struct lp_frame_reader *reader, uint32_t crc, size_t raw_bytes);

/* Compares the counts with the trailer. */
int lpi_frame_check_end(const struct lp_frame_reader *reader);

#endif
