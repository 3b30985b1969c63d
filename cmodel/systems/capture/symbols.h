/* SPDX-License-Identifier: Apache-2.0 */
/* Function symbols of a 64-bit ELF file. Information missing from the file is left unknown. */
#ifndef LPI_CAPTURE_SYMBOLS_H
#define LPI_CAPTURE_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

struct capture_elf {
    uint8_t *bytes; /* NULL: the file does not exist, or is not ELF */
    size_t size;
};

void capture_elf_open(const char *path, struct capture_elf *elf);
void capture_elf_close(struct capture_elf *elf);

/* The virtual address of a file offset, or the offset itself. */
uint64_t capture_elf_address(const struct capture_elf *elf, uint64_t place);

/* The function that contains the address, and the offset in it; NULL: unknown. */
const char *capture_elf_symbol(const struct capture_elf *elf, uint64_t address, uint64_t *offset);

#endif
