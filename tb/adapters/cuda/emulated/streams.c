/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams and events. Work of a stream waits in its queue, and progresses in pieces: blocks of a
 * kernel, parts of a copy. The stream that progresses next is drawn at random, within the order
 * given by events. The stream NULL is synchronous, like PyTorch on a processor: it performs its
 * work, and the work that it waits for, immediately.
 *
 * Every work knows the works ordered before it by streams, events and the host's waits (a clock for
 * each stream). Two unordered works that access the same memory, one of them writing, end the
 * program, in whatever order they ran. Accesses of copies are known, those of kernels if they were
 * compiled for races.c.
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "cuda_runtime_api.h"
#include "emulator.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define STREAMS 32u
#define PIECE_MOST 4096u
#define GRAIN 64u /* bytes; memory of different works is farther apart */
#define PLACES ((size_t)1 << 18)

enum { HOST, DEFAULT, FIRST };

struct clock {
    uint64_t known[STREAMS]; /* works of each stream that are known to be complete */
};

/* A record of an event, which may still be waited for after the event is recorded again. */
struct mark {
    unsigned users;
    int done;
    struct emulated_stream *stream;
    struct clock clock;
    struct timespec at;
};

enum kind { KERNEL, COPY, SET, RECORD, WAIT };
static const char *const names[] = {"a kernel", "a copy", "a fill", "an event", "a wait"};

struct work {
    enum kind kind;
    struct work *next;
    struct clock host; /* the host's knowledge */
    struct emulator_launch launch;
    uint8_t *to;
    const uint8_t *from;
    size_t bytes, done;
    int value, began;
    struct mark *mark;
};

struct emulated_stream {
    unsigned number;
    struct work *first, *last;
    struct clock clock;
};

struct emulated_event {
    struct mark *mark; /* NULL: never recorded */
};

uint64_t emulator_host_waits;

static struct clock host;
static struct emulated_stream own = {.number = DEFAULT};
static struct emulated_stream *streams[STREAMS] = {NULL, &own};
static const struct emulated_stream *running;
static enum emulator_mood mood = EMULATOR_MIXED;

/* For programs that do not know the emulator. */
__attribute__((constructor)) static void begin(void)
{
    const char *seed = getenv("EMULATOR_SEED");
    if (seed == NULL)
        return;
    emulator_seed(strtoull(seed, NULL, 0));
    mood = (enum emulator_mood)(strtoull(seed, NULL, 0) % EMULATOR_MOODS);
}

void emulator_set_mood(enum emulator_mood m)
{
    mood = m;
}

static void join(struct clock *to, const struct clock *from)
{
    for (unsigned i = 0; i < STREAMS; i++)
        to->known[i] = to->known[i] > from->known[i] ? to->known[i] : from->known[i];
}

/* ---- accesses ---- */

struct touched {
    uintptr_t place;                /* 0: nothing */
    uint64_t write, reads[STREAMS]; /* works */
    unsigned writer;
    const char *name;
};

static struct touched *table;
static const char *running_name;

/* Where this place is in the table, or would be. */
static struct touched *slot(uintptr_t place)
{
    size_t at = (size_t)(place * 0x9e3779b97f4a7c15u >> 20) % PLACES;
    while (table[at].place != 0 && table[at].place != place)
        at = (at + 1) % PLACES;
    return &table[at];
}

static struct touched *find(uintptr_t place)
{
    static size_t count;
    if (table == NULL && (table = calloc(PLACES, sizeof *table)) == NULL)
        abort();
    /* In a long run old accesses are forgotten. */
    if (count == PLACES / 2) {
        memset(table, 0, PLACES * sizeof *table);
        count = 0;
    }
    struct touched *t = slot(place);
    count += t->place == 0;
    t->place = place;
    return t;
}

static void unordered(const struct touched *t, unsigned stream)
{
    static char line[160];
    snprintf(line, sizeof line,
             "%s of stream %u and %s of stream %u touch the same memory, and no "
             "event orders them",
             running_name, running->number, t->name, stream);
    emulator_catch(line);
}

void emulator_touch_range(const void *memory, size_t bytes, int write)
{
    if (running == NULL || bytes == 0)
        return;
    const struct clock *c = &running->clock;
    for (uintptr_t p = (uintptr_t)memory / GRAIN; p <= ((uintptr_t)memory + bytes - 1) / GRAIN;
         p++) {
        struct touched *t = find(p + 1);
        if (t->write > c->known[t->writer])
            unordered(t, t->writer);
        for (unsigned s = 0; write && s < STREAMS; s++)
            if (t->reads[s] > c->known[s])
                unordered(t, s);
        if (write) {
            t->write = c->known[running->number];
            t->writer = running->number;
        } else {
            t->reads[running->number] = c->known[running->number];
        }
        t->name = running_name;
    }
}

void emulator_host_touches(const void *memory, size_t bytes, int write)
{
    static struct emulated_stream processor = {.number = HOST};
    emulator_lock();
    host.known[HOST]++;
    processor.clock = host;
    running = &processor;
    running_name = "a thread of the host";
    emulator_touch_range(memory, bytes, write);
    running = NULL;
    emulator_unlock();
}

static void forget(struct touched *t)
{
    int open = t->write > host.known[t->writer];
    for (unsigned s = 0; s < STREAMS; s++)
        open |= t->reads[s] > host.known[s];
    if (open)
        emulator_catch("memory is freed, and the host does not know whether it is still used");
    *t = (struct touched){.place = t->place};
}

void emulator_forget_range(const void *memory, size_t bytes)
{
    if (table == NULL || bytes == 0)
        return;
    uintptr_t first = (uintptr_t)memory / GRAIN + 1;
    uintptr_t last = ((uintptr_t)memory + bytes - 1) / GRAIN + 1;
    if (last - first < PLACES / 8) {
        for (uintptr_t place = first; place <= last; place++)
            if (slot(place)->place == place)
                forget(slot(place));
        return;
    }
    for (struct touched *t = table; t < table + PLACES; t++)
        if (t->place >= first && t->place <= last)
            forget(t);
}

/* ---- progress ---- */

static void drop_mark(struct mark *m)
{
    if (m != NULL && --m->users == 0)
        free(m);
}

static int is_blocked(const struct work *w)
{
    return w->kind == WAIT && !w->mark->done;
}

static size_t piece(size_t left)
{
    size_t most = 1 + emulator_random() % PIECE_MOST;
    return mood == EMULATOR_EARLY || left < most ? left : most;
}

/* 1: it is complete. */
static int go_on(struct work *w)
{
    size_t bytes;
    switch (w->kind) {
    case KERNEL:
        return emulator_run_blocks(
            &w->launch, mood == EMULATOR_MIXED ? 1 + (unsigned)(emulator_random() % 16) : ~0u);
    case COPY:
    case SET:
        bytes = piece(w->bytes - w->done);
        emulator_memory_open();
        if (w->kind == COPY) {
            emulator_touch_range(w->from + w->done, bytes, 0);
            memmove(w->to + w->done, w->from + w->done, bytes);
        } else {
            memset(w->to + w->done, w->value, bytes);
        }
        emulator_touch_range(w->to + w->done, bytes, 1);
        w->done += bytes;
        return w->done == w->bytes;
    default: return 1;
    }
}

static void step(struct emulated_stream *s)
{
    struct work *w = s->first;
    if (!w->began) {
        w->began = 1;
        s->clock.known[s->number]++;
        join(&s->clock, &w->host);
    }
    running = s;
    running_name = names[w->kind];
    int over = go_on(w);
    running = NULL;
    if (!over)
        return;
    if (w->kind == WAIT)
        join(&s->clock, &w->mark->clock);
    if (w->kind == RECORD) {
        w->mark->clock = s->clock;
        clock_gettime(CLOCK_MONOTONIC, &w->mark->at);
        w->mark->done = 1;
    }
    s->first = w->next;
    if (s->first == NULL)
        s->last = NULL;
    drop_mark(w->mark);
    if (w->kind == KERNEL)
        w->launch.kernel.end(w->launch.kernel.context);
    free(w);
}

/* Advances a stream that can progress; 0: there is none. */
static int step_any(void)
{
    unsigned begin = (unsigned)(emulator_random() % STREAMS);
    for (unsigned i = 0; i < STREAMS; i++) {
        struct emulated_stream *s = streams[(begin + i) % STREAMS];
        if (s != NULL && s->first != NULL && !is_blocked(s->first)) {
            step(s);
            return 1;
        }
    }
    return 0;
}

/* Runs until the stream's queue is empty, or the mark is done. */
static void run_until(struct emulated_stream *s, const struct mark *m)
{
    while (m != NULL ? !m->done : s->first != NULL) {
        if (mood == EMULATOR_MIXED && emulator_random() % 2) {
            step_any();
        } else if (s->first != NULL && is_blocked(s->first)) {
            run_until(s->first->mark->stream, s->first->mark);
        } else if (s->first != NULL) {
            step(s);
        } else {
            emulator_catch("an event is waited for that no stream will record");
        }
    }
}

/* Queued work may progress. */
static void wander(void)
{
    unsigned steps = mood == EMULATOR_LATE    ? 0
                     : mood == EMULATOR_EARLY ? ~0u
                                              : (unsigned)(emulator_random() % 6);
    while (steps-- > 0 && step_any())
        ;
}

static void begin_call(void)
{
    emulator_lock();
    host.known[HOST]++;
}

static void enqueue(struct emulated_stream *s, const struct work *work)
{
    struct work *w = malloc(sizeof *w);
    if (w == NULL)
        abort();
    s = s == NULL ? &own : s;
    *w = *work;
    w->host = host;
    if (w->mark != NULL)
        w->mark->users++;
    if (s->last != NULL)
        s->last->next = w;
    else
        s->first = w;
    s->last = w;
    if (s == &own) {
        run_until(s, NULL);
        join(&host, &own.clock);
    }
    wander();
}

/* ---- the runtime's calls ---- */

cudaError_t emulator_enqueue_kernel(cudaStream_t stream, const struct emulator_kernel *kernel)
{
    struct work w = {.kind = KERNEL};
    if (kernel->threads == 0 || kernel->threads > EMULATOR_THREADS ||
        kernel->threads % EMULATOR_WARP != 0 || kernel->blocks == 0) {
        kernel->end(kernel->context);
        return cudaErrorInvalidValue;
    }
    begin_call();
    emulator_begin_launch(&w.launch, kernel);
    enqueue(stream, &w);
    emulator_unlock();
    return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    (void)kind;
    begin_call();
    if (bytes > 0)
        enqueue(stream, &(struct work){.kind = COPY, .to = to, .from = from, .bytes = bytes});
    emulator_unlock();
    return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void *memory, int value, size_t bytes, cudaStream_t stream)
{
    begin_call();
    if (bytes > 0)
        enqueue(stream, &(struct work){.kind = SET, .to = memory, .value = value, .bytes = bytes});
    emulator_unlock();
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    (void)flags;
    *stream = calloc(1, sizeof **stream);
    if (*stream == NULL)
        return cudaErrorMemoryAllocation;
    begin_call();
    unsigned number = FIRST;
    while (number < STREAMS && streams[number] != NULL)
        number++;
    if (number == STREAMS)
        emulator_catch("more streams than the emulator has");
    (*stream)->number = number;
    /* The number may have belonged to another stream, whose works are complete. */
    (*stream)->clock = host;
    streams[number] = *stream;
    emulator_unlock();
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    begin_call();
    stream = stream == NULL ? &own : stream;
    emulator_host_waits += stream->first != NULL;
    run_until(stream, NULL);
    join(&host, &stream->clock);
    emulator_unlock();
    return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    cudaStreamSynchronize(stream);
    begin_call();
    streams[stream->number] = NULL;
    free(stream);
    emulator_unlock();
    return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    (void)flags;
    begin_call();
    if (event->mark != NULL)
        enqueue(stream, &(struct work){.kind = WAIT, .mark = event->mark});
    emulator_unlock();
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    (void)flags;
    *event = calloc(1, sizeof **event);
    return *event != NULL ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    begin_call();
    struct mark *m = calloc(1, sizeof *m);
    if (m == NULL)
        abort();
    m->users = 1;
    m->stream = stream == NULL ? &own : stream;
    drop_mark(event->mark);
    event->mark = m;
    enqueue(stream, &(struct work){.kind = RECORD, .mark = m});
    emulator_unlock();
    return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    begin_call();
    wander();
    int done = event->mark == NULL || event->mark->done;
    if (done && event->mark != NULL)
        join(&host, &event->mark->clock);
    emulator_unlock();
    return done ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    begin_call();
    if (event->mark != NULL) {
        emulator_host_waits += !event->mark->done;
        run_until(event->mark->stream, event->mark);
        join(&host, &event->mark->clock);
    }
    emulator_unlock();
    return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t begin, cudaEvent_t end)
{
    if (begin->mark == NULL || end->mark == NULL)
        return cudaErrorInvalidValue;
    if (!begin->mark->done || !end->mark->done)
        return cudaErrorNotReady;
    const struct timespec *a = &begin->mark->at, *b = &end->mark->at;
    *ms = (float)(1e3 * (double)(b->tv_sec - a->tv_sec) + 1e-6 * (double)(b->tv_nsec - a->tv_nsec));
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    emulator_lock();
    drop_mark(event->mark);
    emulator_unlock();
    free(event);
    return cudaSuccess;
}
