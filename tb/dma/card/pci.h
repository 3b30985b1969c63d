/* SPDX-License-Identifier: Apache-2.0 */
/* Configuration space of the emulated card: a type 0 header with one BAR and no capabilities. */
#ifndef TB_CARD_PCI_H
#define TB_CARD_PCI_H

#include <stdbool.h>
#include <stdint.h>

#define PCI_BAR_BYTES 0x8000u

struct pci {
    uint8_t bytes[256];
};

void pci_reset(struct pci *pci);
/* size: 1, 2 or 4. Bytes outside of the 256 read 0 and ignore writes. */
uint32_t pci_read(const struct pci *pci, uint64_t offset, unsigned size);
void pci_write(struct pci *pci, uint64_t offset, unsigned size, uint32_t value);
/* The level of the card's interrupt, for the status register. */
void pci_interrupt(struct pci *pci, bool level);

bool pci_is_master(const struct pci *pci);
bool pci_may_interrupt(const struct pci *pci);
/* Whether these bytes of the machine's addresses are in BAR 0 and the card answers there. */
bool pci_hits(const struct pci *pci, uint64_t address, unsigned size);
uint32_t pci_bar(const struct pci *pci);

#endif
