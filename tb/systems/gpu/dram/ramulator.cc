// SPDX-License-Identifier: Apache-2.0
// Ramulator 2.1 (not part of this project) on the same requests as ours.c, for compare.py.
//
//     ramulator CONFIG.json    "R ADDRESS" and "W ADDRESS" from standard input, in its own map;
//                              prints {"cycles", "row_hits"}
#include "ramulator/base/config.h"
#include "ramulator/base/factory.h"
#include "ramulator/frontend/i_frontend.h"
#include "ramulator/memory_system/i_memory_system.h"

#include <cstdint>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    std::vector<std::pair<char, uint64_t>> requests;
    char kind;
    unsigned long address;
    while (std::scanf(" %c %lx", &kind, &address) == 2)
        requests.emplace_back(kind, address);
    const auto config = Ramulator::Config::parse_config_file(argv[1]);
    auto *front = Ramulator::Factory::create_frontend(config);
    auto *memory = Ramulator::Factory::create_memory_system(config);
    front->connect_memory_system(memory);
    memory->connect_frontend(front);
    size_t done = 0, next = 0;
    uint64_t cycles = 0;
    for (; done < requests.size(); cycles++) {
        if (next < requests.size()) {
            int type = requests[next].first == 'W';
            next += front->receive_external_requests(
                type, (long)requests[next].second, 0, [&](Ramulator::Request &) { done++; }, 32);
        }
        memory->tick();
    }
    memory->update_stats_recursive();
    std::ostringstream text;
    memory->print_stats(text);
    const std::string all = text.str(), word = " row_hits: ";
    size_t at = all.find(word);
    if (at == std::string::npos) {
        std::cerr << "ramulator: it counts no row hits\n";
        return 2;
    }
    std::printf("{\"cycles\": %lu, \"row_hits\": %lu}\n", (unsigned long)cycles,
                std::stoul(all.substr(at + word.size())));
}
