/* SPDX-License-Identifier: Apache-2.0 */
#include "pci.h"
#include "../../../cmodel/base/bytes.h"

#include <string.h>

enum {
    VENDOR = 0x00,
    DEVICE = 0x02,
    COMMAND = 0x04,
    STATUS = 0x06,
    CLASS = 0x09, /* 24 bits */
    BAR_0 = 0x10,
    SUBSYSTEM_VENDOR = 0x2c,
    SUBSYSTEM = 0x2e,
    INTERRUPT_LINE = 0x3c,
    INTERRUPT_PIN = 0x3d
};

#define COMMAND_MEMORY 0x002u
#define COMMAND_MASTER 0x004u
#define COMMAND_NO_INTERRUPT 0x400u
#define STATUS_INTERRUPT 0x08u

/* This number is assigned to no vendor; emulated devices use it. */
#define ID_VENDOR 0x1234u
#define ID_DEVICE 0x11c9u
#define CLASS_ACCELERATOR 0x120000u

void pci_reset(struct pci *pci)
{
    memset(pci->bytes, 0, sizeof pci->bytes);
    lpi_put_le(pci->bytes + VENDOR, ID_VENDOR, 2);
    lpi_put_le(pci->bytes + DEVICE, ID_DEVICE, 2);
    lpi_put_le(pci->bytes + CLASS, CLASS_ACCELERATOR, 3);
    lpi_put_le(pci->bytes + SUBSYSTEM_VENDOR, ID_VENDOR, 2);
    lpi_put_le(pci->bytes + SUBSYSTEM, ID_DEVICE, 2);
    pci->bytes[INTERRUPT_PIN] = 1;
}

/* Bits of a byte that software can change. The fixed low bits of BAR 0 give its size. */
static uint8_t writable(uint64_t offset)
{
    uint32_t bar = ~(PCI_BAR_BYTES - 1);
    uint32_t command = COMMAND_MEMORY | COMMAND_MASTER | COMMAND_NO_INTERRUPT;

    if (offset >= BAR_0 && offset < BAR_0 + 4)
        return (uint8_t)(bar >> 8 * (offset - BAR_0));
    if (offset >= COMMAND && offset < COMMAND + 2)
        return (uint8_t)(command >> 8 * (offset - COMMAND));
    return offset == INTERRUPT_LINE ? 0xff : 0;
}

uint32_t pci_read(const struct pci *pci, uint64_t offset, unsigned size)
{
    return offset <= sizeof pci->bytes - size ? (uint32_t)lpi_get_le(pci->bytes + offset, size) : 0;
}

void pci_write(struct pci *pci, uint64_t offset, unsigned size, uint32_t value)
{
    if (offset > sizeof pci->bytes - size)
        return;
    for (unsigned i = 0; i < size; i++) {
        uint8_t mask = writable(offset + i), *byte = &pci->bytes[offset + i];

        *byte = (uint8_t)((*byte & ~mask) | (value >> 8 * i & mask));
    }
}

void pci_interrupt(struct pci *pci, bool level)
{
    pci->bytes[STATUS] = level ? STATUS_INTERRUPT : 0;
}

static uint32_t command(const struct pci *pci)
{
    return (uint32_t)lpi_get_le(pci->bytes + COMMAND, 2);
}

bool pci_is_master(const struct pci *pci)
{
    return command(pci) & COMMAND_MASTER;
}

bool pci_may_interrupt(const struct pci *pci)
{
    return !(command(pci) & COMMAND_NO_INTERRUPT);
}

uint32_t pci_bar(const struct pci *pci)
{
    return lpi_get_le32(pci->bytes + BAR_0);
}

bool pci_hits(const struct pci *pci, uint64_t address, unsigned size)
{
    uint64_t at = address - pci_bar(pci); /* huge below the BAR */

    return command(pci) & COMMAND_MEMORY && at <= PCI_BAR_BYTES - size;
}
