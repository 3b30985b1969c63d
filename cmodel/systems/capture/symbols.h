/* SPDX-License-Identifier: Apache-2.0 */
/* Symbols of functions in an ELF file of 64 bits. What a file does not tell stays unknown. */
#ifndef LPI_CAPTURE_SYMBOLS_H
#define LPI_CAPTURE_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

struct capture_elf {
    uint8_t *bytes; /* NULL: there is no such file, or it is none of ELF */
    size_t size;
};

void capture_elf_open(const char *path, struct capture_elf *elf);
void capture_elf_close(struct capture_elf *elf);

/* The address that a place of the file is linked to, or the place itself. */
uint64_t capture_elf_address(const struct capture_elf *elf, uint64_t place);

/* The function that has the address, and where in it; NULL: none is known. */
const char *capture_elf_symbol(const struct capture_elf *elf, uint64_t address, uint64_t *offset);

#endif
