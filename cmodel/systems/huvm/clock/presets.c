/* SPDX-License-Identifier: Apache-2.0 */
#include "presets.h"

/* harvest, pre_evict, large_pages, parallel, prefetch */
const struct huvm_policy_row huvm_policies[HUVM_POLICIES] = {
    {"base", "Base", {false, false, false, false, HUVM_NO_PREFETCH}},
    {"pre-ef-host", "Pre-ef-host", {false, true, false, false, HUVM_PREFETCH_LOCAL}},
    {"h", "H", {true, false, false, false, HUVM_NO_PREFETCH}},
    {"pe", "+PE", {true, true, false, false, HUVM_NO_PREFETCH}},
    {"lp", "+LP", {true, true, true, false, HUVM_NO_PREFETCH}},
    {"plf", "+PLF", {true, true, true, true, HUVM_NO_PREFETCH}},
    {"lpf", "+LPF", {true, true, true, true, HUVM_PREFETCH_LOCAL}},
    {"memharvester", "+MPF", {true, true, true, true, HUVM_PREFETCH_PATHS}},
};

const struct huvm_case huvm_cases[HUVM_CASES] = {
    {"case1",
     {{"Pagerank", 1.87, 0, HUVM_SCAN},
      {"VGG16", 0.96, 1, HUVM_SWEEP},
      {"VGG16", 0.96, 1, HUVM_SWEEP},
      {"WCC", 0.79, 2, HUVM_SCAN}}},
    {"case2",
     {{"BFS", 1.51, 0, HUVM_SCAN},
      {"BFS", 1.51, 0, HUVM_SCAN},
      {"MobileNet", 0.91, 1, HUVM_SWEEP},
      {"ResNet101", 0.67, 2, HUVM_SWEEP}}},
    {"case3",
     {{"WCC", 1.77, 0, HUVM_SCAN},
      {"BFS", 1.70, 1, HUVM_SCAN},
      {"Pagerank", 0.74, 2, HUVM_SCAN},
      {"Pagerank", 0.74, 2, HUVM_SCAN}}},
    {"case4",
     {{"WCC", 1.77, 0, HUVM_SCAN},
      {"Louvain", 1.47, 1, HUVM_SCAN},
      {"Louvain", 1.47, 1, HUVM_SCAN},
      {"ResNet101", 0.74, 2, HUVM_SWEEP}}},
};
