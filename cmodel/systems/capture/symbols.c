/* SPDX-License-Identifier: Apache-2.0 */
/* Accepts any file: every offset in a header is checked before it is used. */
#define _POSIX_C_SOURCE 200809L
#include "symbols.h"
#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

void capture_elf_open(const char *path, struct capture_elf *elf)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    *elf = (struct capture_elf){0};
    if (fd < 0)
        return;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size >= (off_t)sizeof(Elf64_Ehdr) &&
        (uintmax_t)st.st_size <= SIZE_MAX) {
        void *bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes != MAP_FAILED)
            *elf = (struct capture_elf){bytes, (size_t)st.st_size};
    }
    close(fd);
    if (elf->bytes != NULL &&
        (memcmp(elf->bytes, ELFMAG, SELFMAG) != 0 || elf->bytes[EI_CLASS] != ELFCLASS64 ||
         elf->bytes[EI_DATA] != ELFDATA2LSB))
        capture_elf_close(elf);
}

void capture_elf_close(struct capture_elf *elf)
{
    if (elf->bytes != NULL)
        munmap(elf->bytes, elf->size);
    *elf = (struct capture_elf){0};
}

/* Copies entry `i` of a table; false: it is outside the file. */
static bool entry(const struct capture_elf *elf, uint64_t table, uint64_t i, void *to, size_t size)
{
    uint64_t at;
    if (__builtin_mul_overflow(i, (uint64_t)size, &at) || __builtin_add_overflow(at, table, &at) ||
        at > elf->size || elf->size - at < size)
        return false;
    memcpy(to, elf->bytes + at, size);
    return true;
}

uint64_t capture_elf_address(const struct capture_elf *elf, uint64_t place)
{
    Elf64_Ehdr header;
    Elf64_Phdr segment;
    if (elf->bytes == NULL || !entry(elf, 0, 0, &header, sizeof header))
        return place;
    for (unsigned i = 0; i < header.e_phnum; i++)
        if (entry(elf, header.e_phoff, i, &segment, sizeof segment) && segment.p_type == PT_LOAD &&
            place >= segment.p_offset && place - segment.p_offset < segment.p_filesz)
            return place - segment.p_offset + segment.p_vaddr;
    return place;
}

static const char *text_at(const struct capture_elf *elf, const Elf64_Shdr *strings, uint64_t at)
{
    if (strings->sh_offset > elf->size || strings->sh_size > elf->size - strings->sh_offset ||
        at >= strings->sh_size)
        return NULL;
    const char *text = (const char *)elf->bytes + strings->sh_offset + at;
    return memchr(text, '\0', (size_t)(strings->sh_size - at)) != NULL && *text != '\0' ? text
                                                                                        : NULL;
}

/* If several symbols have the address, the first is returned. */
static const char *search(const struct capture_elf *elf, const Elf64_Shdr *table,
                          const Elf64_Shdr *strings, uint64_t address, uint64_t *offset)
{
    Elf64_Sym symbol;
    for (uint64_t i = 0; i < table->sh_size / sizeof symbol; i++) {
        if (!entry(elf, table->sh_offset, i, &symbol, sizeof symbol))
            return NULL;
        if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF ||
            address < symbol.st_value || address - symbol.st_value >= symbol.st_size)
            continue;
        *offset = address - symbol.st_value;
        return text_at(elf, strings, symbol.st_name);
    }
    return NULL;
}

const char *capture_elf_symbol(const struct capture_elf *elf, uint64_t address, uint64_t *offset)
{
    static const uint32_t kinds[] = {SHT_SYMTAB, SHT_DYNSYM};
    Elf64_Ehdr header;
    Elf64_Shdr table, strings;
    if (elf->bytes == NULL || !entry(elf, 0, 0, &header, sizeof header))
        return NULL;
    for (size_t k = 0; k < 2; k++)
        for (unsigned i = 0; i < header.e_shnum; i++) {
            if (!entry(elf, header.e_shoff, i, &table, sizeof table) || table.sh_type != kinds[k] ||
                !entry(elf, header.e_shoff, table.sh_link, &strings, sizeof strings))
                continue;
            const char *name = search(elf, &table, &strings, address, offset);
            if (name != NULL)
                return name;
        }
    return NULL;
}
