// SPDX-License-Identifier: Apache-2.0
// DRAMsim3 (not part of this project) on the same requests as ours.c, for compare.py.
//
//     dramsim3 CONFIG.ini FOLDER    "R ADDRESS" and "W ADDRESS" from standard input, in its own
//                                   map; FOLDER gets its statistics; prints {"cycles"}, 0 if it
//                                   ends no request in 100000 cycles
#include "dramsim3.h"

#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    std::vector<std::pair<char, uint64_t>> requests;
    char kind;
    unsigned long address;
    while (std::scanf(" %c %lx", &kind, &address) == 2)
        requests.emplace_back(kind, address);
    size_t done = 0;
    uint64_t cycles = 0, last = 0;
    auto over = [&](uint64_t) {
        done++;
        last = cycles;
    };
    auto *memory = dramsim3::GetMemorySystem(argv[1], argv[2], over, over);
    for (size_t next = 0; done < requests.size(); cycles++) {
        if (cycles - last > 100000) {
            std::printf("{\"cycles\": 0}\n");
            return 0;
        }
        if (next < requests.size()) {
            bool write = requests[next].first == 'W';
            if (memory->WillAcceptTransaction(requests[next].second, write))
                memory->AddTransaction(requests[next++].second, write);
        }
        memory->ClockTick();
    }
    memory->PrintStats();
    std::printf("{\"cycles\": %lu}\n", static_cast<unsigned long>(cycles));
}
