/* SPDX-License-Identifier: Apache-2.0 */
/*
 * v100 and 2080ti: measured by bandwidthTest (CSWAP, section V-A). pcie5: measured between an H200
 * and its host (docs/studies/cswap-gpu.md), 16 lanes. The others are not measured: they reach the
 * same part, 0.87, of their nominal rates.
 */
#include "swap_links.h"

#include <string.h>

const struct swap_link swap_links[] = {
    {"v100", {11.7e9, 10.6e9}},     {"2080ti", {12.9e9, 11.8e9}}, {"pcie3", {13.7e9, 13.7e9}},
    {"pcie4", {27.5e9, 27.5e9}},    {"pcie5", {55e9, 55e9}},      {"pcie6", {110e9, 110e9}},
    {"nvlink-c2c", {400e9, 400e9}},
};
const size_t swap_link_count = sizeof swap_links / sizeof swap_links[0];

const struct swap_link *swap_link_find(const char *name)
{
    for (size_t i = 0; i < swap_link_count; i++)
        if (strcmp(name, swap_links[i].name) == 0)
            return &swap_links[i];
    return NULL;
}
