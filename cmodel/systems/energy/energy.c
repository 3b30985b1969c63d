/* SPDX-License-Identifier: Apache-2.0 */
#include "energy.h"
#include <linepress/linepress.h>

#define BITS (8.0 * LP_SECTOR_BYTES)
#define PAPER "Buddy (ISCA 2020), IV-B"

const struct lpi_constant lpi_energy_constants[LPI_ENERGY_CONSTANTS] = {
    [LPI_ENERGY_ACTIVATE] = {"activation", "pJ", "a row activation", 909, 0, 1e9, PAPER},
    [LPI_ENERGY_ACCESS] = {"column", "pJ/bit", "column access", 1.51, 0, 1e6, PAPER},
    [LPI_ENERGY_SENSE] = {"sensing-io", "pJ/bit", "sensing and I/O of a bit that toggles", 1.97, 0,
                          1e6, PAPER},
    [LPI_ENERGY_LINK_BIT] = {"link", "pJ/bit", "one crossing of the link", 11, 0, 1e6, PAPER},
    [LPI_ENERGY_CROSSINGS] = {"crossings", "", "crossings of the link: into a switch, out of it", 2,
                              0, 100, PAPER},
    [LPI_ENERGY_HEADER_BYTES] = {"header", "bytes", "control header of a packet on the link", 32, 0,
                                 4096, PAPER},
    [LPI_ENERGY_TOGGLE] = {"compressed-toggle", "", "toggle of compressed data and metadata", 1, 0,
                           1, PAPER},
    [LPI_ENERGY_METADATA_LINES] = {"metadata-lines", "", "lines of a 32-byte sector of metadata",
                                   64, 1, 4096, "Buddy (ISCA 2020), III-B: 4 bits a line"},
};

const char *const lpi_energy_terms[LPI_ENERGY_TERMS] = {"activation", "column", "sensing_io",
                                                        "link",       "header", "metadata"};

double lpi_energy_of(const struct lpi_energy_counts *n, double toggle,
                     const double c[LPI_ENERGY_CONSTANTS], double terms[LPI_ENERGY_TERMS])
{
    double sum = 0, crossing = c[LPI_ENERGY_LINK_BIT] * c[LPI_ENERGY_CROSSINGS];
    double toggled = n->plain * toggle + n->compressed * c[LPI_ENERGY_TOGGLE];
    double bit = c[LPI_ENERGY_ACCESS] + c[LPI_ENERGY_SENSE] * c[LPI_ENERGY_TOGGLE];
    terms[LPI_ENERGY_ACTIVATION] = c[LPI_ENERGY_ACTIVATE] * n->activations;
    terms[LPI_ENERGY_COLUMN] = c[LPI_ENERGY_ACCESS] * BITS * (n->plain + n->compressed);
    terms[LPI_ENERGY_SENSING] = c[LPI_ENERGY_SENSE] * BITS * toggled;
    terms[LPI_ENERGY_LINK] = crossing * BITS * n->buddy;
    terms[LPI_ENERGY_HEADER] = crossing * 8 * c[LPI_ENERGY_HEADER_BYTES] * n->packets;
    terms[LPI_ENERGY_METADATA] = c[LPI_ENERGY_ACTIVATE] * n->metadata_activations +
                                 bit * BITS * n->metadata;
    for (unsigned t = 0; t < LPI_ENERGY_TERMS; t++)
        sum += terms[t];
    return sum;
}
