/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The energy of accesses to device memory and buddy memory, by term. Not installed.
 *
 * Units    pJ; a sector has 32 bytes.
 * Source   Choukse et al., "Buddy Compression", ISCA 2020, section IV-B and Fig. 13.
 */
#ifndef LPI_ENERGY_H
#define LPI_ENERGY_H

#include "../../base/constant.h"

enum lpi_energy_constant {
    LPI_ENERGY_ACTIVATE,
    LPI_ENERGY_ACCESS,
    LPI_ENERGY_SENSE,
    LPI_ENERGY_LINK_BIT,
    LPI_ENERGY_CROSSINGS,
    LPI_ENERGY_HEADER_BYTES,
    LPI_ENERGY_TOGGLE,
    LPI_ENERGY_METADATA_LINES,
    LPI_ENERGY_CONSTANTS
};
extern const struct lpi_constant lpi_energy_constants[LPI_ENERGY_CONSTANTS];

/* Accesses. Buddy memory is HBM2 too, and its sectors cross the link. */
struct lpi_energy_counts {
    double plain, compressed; /* sectors of data, both memories: as they are, and compressed */
    double buddy;             /* those of them that cross the link */
    double packets;           /* on the link, each with a header */
    double metadata;          /* sectors of metadata */
    double activations, metadata_activations; /* rows opened */
};

enum lpi_energy_term {
    LPI_ENERGY_ACTIVATION,
    LPI_ENERGY_COLUMN,
    LPI_ENERGY_SENSING,
    LPI_ENERGY_LINK,
    LPI_ENERGY_HEADER,
    LPI_ENERGY_METADATA, /* activation, column, sensing and I/O of metadata */
    LPI_ENERGY_TERMS
};
extern const char *const lpi_energy_terms[LPI_ENERGY_TERMS];

/* `toggle`: the share of bits of plain data that change from beat to beat. Returns the sum. */
double lpi_energy_of(const struct lpi_energy_counts *counts, double toggle,
                     const double constants[LPI_ENERGY_CONSTANTS], double terms[LPI_ENERGY_TERMS]);

#endif
