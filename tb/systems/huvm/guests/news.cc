// SPDX-License-Identifier: Apache-2.0
// Threads of C++ that allocate, by the allocator's own operators, concurrently with forks.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

static std::atomic<bool> over;

static void allocate(unsigned seed)
{
    while (!over) {
        std::map<int, std::string> words;
        for (int i = 0; i < 50; i++)
            words[rand_r(&seed) % 1000] = std::string(rand_r(&seed) % 2000, 'x');
        std::vector<char> bytes(100000 + rand_r(&seed) % 200000, 1);
    }
}

static int use(const std::vector<int> &kept, int value)
{
    std::vector<int> more(100000, 1);
    std::map<int, std::string> words;
    for (int i = 0; i < 50; i++)
        words[i] = std::string(500, 'y');
    return kept[49999] == value && more[5] == 1 && words[7][3] == 'y' ? 3 : 4;
}

int main()
{
    std::vector<std::thread> threads;
    volatile char *block = static_cast<volatile char *>(malloc(1 << 20));
    int bad = 0;
    for (unsigned i = 0; i < 2; i++)
        threads.emplace_back(allocate, i);
    for (int i = 0; i < 8; i++) {
        std::vector<int> kept(50000, i);
        int status = 0;
        block[i << 16] = 1;
        pid_t child = fork();
        if (child == 0)
            _exit(use(kept, i));
        waitpid(child, &status, 0);
        bad += !WIFEXITED(status) || WEXITSTATUS(status) != 3;
    }
    over = true;
    for (auto &thread : threads)
        thread.join();
    printf("%d children did not\n", bad);
    return bad != 0;
}
