/* SPDX-License-Identifier: Apache-2.0 */
/* Processes that a program makes while it has large memory, and other threads allocate. */
#define _GNU_SOURCE
#include "guest.h"
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <sys/syscall.h>

enum { BIG = 40 * CHUNK, THREADS = 2 };

extern char **environ;
static char *big, *mapped;
static volatile bool over;

static bool is_whole(void)
{
    for (size_t i = 0; i < BIG; i++)
        if (big[i] != (char)(i / 97) || mapped[i] != (char)(i / 89))
            return false;
    return true;
}

static void *allocates(void *context)
{
    unsigned seed = (unsigned)(uintptr_t)context;
    while (!over) {
        size_t bytes = (size_t)(rand_r(&seed) % 8) * CHUNK / 2 + 16;
        char *block = malloc(bytes), *other = calloc(1, 200), *m = map(CHUNK);
        block[0] = m[0] = 1;
        block = realloc(block, bytes * 2);
        free(other);
        free(block);
        munmap(m, CHUNK);
    }
    return NULL;
}

/* Operations of a child on memory inherited from its parent. */
static int uses_all(void)
{
    bool good = is_whole();
    memset(big, 3, BIG);
    good &= all(big, BIG, 3);
    char *more = malloc(2 * BIG);
    good &= more != NULL;
    memset(more, 1, 2 * BIG);
    big = realloc(big, 3 * BIG);
    good &= big != NULL && all(big, BIG, 3);
    good &= mprotect(mapped, PAGE, PROT_READ) == 0 && try_use(mapped, true) != 0;
    good &= munmap(mapped + CHUNK, CHUNK) == 0 && try_use(mapped + CHUNK, false) != 0;
    good &= munmap(mapped, BIG) == 0;
    free(more);
    free(big);
    return good ? 7 : 8;
}

static int grandchild(void)
{
    return CHILD(_exit(uses_all()));
}

static void protected(void)
{
    char *m = map(2 * CHUNK);
    memset(m, 4, 2 * CHUNK);
    mprotect(m, PAGE, PROT_NONE);
    mprotect(m + PAGE, PAGE, PROT_READ);
    munmap(m + 2 * PAGE, PAGE);
    SAY(CHILD(_exit(try_use(m, false) != 0 && try_use(m + PAGE, true) != 0 && m[PAGE] == 4 &&
                    try_use(m + 2 * PAGE, false) != 0 && all(m + 3 * PAGE, CHUNK, 4) &&
                    mprotect(m, PAGE, PROT_READ) == 0 && m[5] == 4)));
    SAY(CHILD(m[0] = 1));
    SAY(munmap(m, 2 * CHUNK));
}

static void while_others_allocate(void)
{
    pthread_t threads[THREADS];
    unsigned bad = 0;
    over = false;
    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, allocates, (void *)(i + 1));
    for (unsigned i = 0; i < 12; i++) {
        char *kept = malloc(3 * CHUNK);
        strcpy(kept, "kept");
        int answer = CHILD(char *block = malloc(100); char *large = malloc(5 * CHUNK); free(block);
                           large[0] = 1; free(large); _exit(strcmp(kept, "kept") == 0 ? 3 : 4));
        bad += answer != 3;
        free(kept);
        sched_yield();
    }
    over = true;
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    SAY(bad);
}

static void spawning(void)
{
    /* The words themselves are large memory. */
    char **words = (char **)map(CHUNK), *text = map(CHUNK), *path = text + 5000;
    int status = -1;
    pid_t pid;
    strcpy(path, "/bin/sh");
    words[0] = strcpy(text, "sh");
    words[1] = strcpy(text + 100, "-c");
    words[2] = strcpy(text + 30000, "exit $((40 + X))");
    char **environment = (char **)(void *)(text + 40000);
    environment[0] = strcpy(text + 50000, "X=2");
    SAY(is_whole()); /* and the executed program has no resident memory */
    SAY(posix_spawn(&pid, path, NULL, NULL, words, environment));
    SAY(waitpid(pid, &status, 0) == pid && WEXITSTATUS(status) == 42);
    SAY(posix_spawnp(&pid, "no-such-program", NULL, NULL, words, environ));
    SAY(is_whole());
    pid = vfork();
    if (pid == 0) {
        execve(path, words, environment);
        _exit(9);
    }
    SAY(waitpid(pid, &status, 0) == pid && WEXITSTATUS(status) == 42);
    SAY(CHILD(execve(path, words, environment)));
    SAY(CHILD(environ = environment; execv(path, words)));
    SAY(CHILD(setenv("X", "3", 1); execvp("sh", words)));
    SAY(CHILD(execl(path, "sh", "-c", words[2] + 0, (char *)NULL)));
    SAY(CHILD(execlp("sh", "sh", "-c", "exit 5", (char *)NULL)));
    SAY(CHILD(execle(path, "sh", "-c", "exit $X", (char *)NULL, environment)));
    SAY(is_whole());
    SAY(execv(path + 1, words));
    SAY(system("exit 6"));
    FILE *p = popen("echo popen; exit 3", "r");
    char line[20] = "";
    SAY(fgets(line, sizeof line, p) != NULL && strcmp(line, "popen\n") == 0);
    SAY(pclose(p));
    /* More chunks than can be resident or open at a time, each with a word. */
    char *wide = map(40 * CHUNK);
    words[2] = strcpy(text + 30000, "exit $#");
    for (int i = 3; i < 40; i++)
        words[i] = strcpy(wide + i * CHUNK, "word");
    SAY(posix_spawn(&pid, path, NULL, NULL, words, environ));
    SAY(waitpid(pid, &status, 0) == pid && WEXITSTATUS(status) == 36);
    SAY(CHILD(execv(path, words)));
    SAY(munmap(words, CHUNK) + munmap(text, CHUNK) + munmap(wide, 40 * CHUNK));
}

static void daemons(void)
{
    int ends[2];
    char answer[4] = "";
    SAY(pipe(ends));
    fflush(stdout);
    if (fork() == 0) {
        close(ends[0]);
        if (daemon(1, 1) == 0)
            (void)!write(ends[1], is_whole() && malloc(4 * CHUNK) != NULL ? "yes" : "no", 3);
        _exit(0);
    }
    close(ends[1]);
    SAY(read(ends[0], answer, 3) > 0 && strcmp(answer, "yes") == 0);
    close(ends[0]);
    wait(NULL);
}

int main(void)
{
    big = malloc(BIG);
    mapped = map(BIG);
    for (size_t i = 0; i < BIG; i++) {
        big[i] = (char)(i / 97);
        mapped[i] = (char)(i / 89);
    }
    SAY(CHILD(_exit(uses_all())));
    SAY(CHILD(_exit(grandchild())));
    SAY(is_whole());
    protected();
    while_others_allocate();
    spawning();
    daemons();
    SAY(is_whole());
    return 0;
}
