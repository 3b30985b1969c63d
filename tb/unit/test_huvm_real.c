/* SPDX-License-Identifier: Apache-2.0 */
/* Memory with real page faults: no byte is lost, whatever the policy, and no more is resident than
   may be. The coordinator and its programs are one process here. */
#define _GNU_SOURCE
#include "../../cmodel/huvm/client_state.h"
#include "../../cmodel/huvm/presets.h"
#include "../../cmodel/huvm/real_state.h"
#include "unit.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linepress/linepress.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Two GPUs whose programs do not fit, one whose program does, and one without any. */
enum { GPUS = 4, STEPS = 300, CHUNKS_MAX = 60 };
static const struct huvm_real_gpu gpus[GPUS] = {
    {CHUNKS_MAX, 14, false}, {0, 5, true}, {40, 10, false}, {6, 11, true}};
/* Threads by the GPU that they use. */
enum { USERS = 5 };
static const unsigned gpu_of[USERS] = {0, 0, 2, 2, 3};

static size_t chunk_bytes;

/* Closing what is not open would close what another thread has just opened. */
static int (*close_next)(int fd);
static _Atomic unsigned wrong_closes;

int close(int fd)
{
    int answer = close_next(fd);
    if (answer != 0 && errno == EBADF)
        atomic_fetch_add(&wrong_closes, 1);
    return answer;
}

/* Nothing that waits would come to its end. */
static void failed(void *context, const char *text)
{
    (void)context;
    printf("# %s\n", text);
    fflush(stdout);
    abort();
}

static struct huvm_real_config config_of(unsigned policy, enum huvm_faults faults)
{
    struct huvm_real_config c = {
        .chunk_bytes = chunk_bytes, .gpus = GPUS, .on = huvm_policies[policy].on, .threshold = 3,
        .prefetch = 4, .stride = 1, .pcie = {4e9, 1000}, .nvlink = {16e9, 300}, .host = -1,
        .faults = faults, .failed = failed};
    memcpy(c.gpu, gpus, sizeof gpus);
    return c;
}

static void lost(void)
{
    fputs("# the coordinator is lost\n", stdout);
    abort();
}

static struct huvm_client *join_as(struct huvm_real *r, unsigned gpu)
{
    struct huvm_client *client = NULL;
    int socket = huvm_real_connect(r);
    assert_true(socket >= 0);
    enum huvm_client_error error = huvm_client_open(socket, gpu, lost, &client);
    if (error == HUVM_CLIENT_SYSTEM &&
        (errno == ENOSYS || errno == EPERM || errno == EINVAL || errno == EACCES)) {
        printf("# no userfaultfd here: %s\n", strerror(errno));
        skip();
    }
    assert_int_equal(error, HUVM_CLIENT_GOOD);
    return client;
}

/* One of several threads that use a GPU's memory has each word of its own. */
struct user {
    volatile uint64_t *memory;
    uint64_t *shadow, state;
    unsigned number, others;
    uint32_t chunks;
    uint64_t wrong;
    struct huvm_client *clears; /* whose chunks it makes zero now and then; NULL: none */
};

static uint64_t draw(struct user *u)
{
    u->state = u->state * 6364136223846793005u + 1442695040888963407u;
    return u->state >> 33;
}

/* The chunk of a word, which then comes from the host again. */
static void clear(struct user *u, size_t word)
{
    size_t chunk = word * 8 / chunk_bytes;
    huvm_client_clear(u->clears, (uint8_t *)u->memory + chunk * chunk_bytes, chunk_bytes);
    memset((uint8_t *)u->shadow + chunk * chunk_bytes, 0, chunk_bytes);
}

static void *use(void *context)
{
    struct user *u = context;
    size_t words = u->chunks * chunk_bytes / 8, at = u->number;
    for (unsigned i = 0; i < STEPS; i++) {
        /* Runs up, and now and then elsewhere. */
        at = draw(u) % 8 == 0 ? draw(u) % words : (at + chunk_bytes / 16) % words;
        at = at / u->others * u->others + u->number;
        if (at >= words)
            continue;
        if (u->clears != NULL && draw(u) % 2)
            clear(u, at);
        if (draw(u) % 2)
            u->memory[at] = u->shadow[at] = draw(u);
        else
            u->wrong += u->memory[at] != u->shadow[at];
    }
    return NULL;
}

/* Chunks of the memory that are there. */
static size_t resident(const void *memory, uint32_t chunks)
{
    size_t pages = chunks * chunk_bytes / (size_t)sysconf(_SC_PAGESIZE), count = 0;
    unsigned char *in = malloc(pages);
    assert_int_equal(mincore((void *)memory, chunks * chunk_bytes, in), 0);
    for (size_t i = 0; i < pages; i++)
        count += in[i] & 1;
    free(in);
    return count / (pages / chunks);
}

/* ---- what GPUs lend ---- */

/* A chunk that waits for a link; NOBODY: none does. */
enum { NOBODY = UINT32_MAX };
struct turn {
    uint32_t chunk;
    unsigned class;
};

struct ledger {
    struct huvm_real *r;
    uint8_t taken[GPUS][14 * HUVM_CHUNK_GRANULES];
    uint64_t host_peak;
    struct turn next[REAL_LINKS];
    uint64_t wrong, looks;
};

/* Marks a chain of granules; false: one is elsewhere too, or there is none. */
static bool mark(struct ledger *l, unsigned gpu, uint32_t first, uint32_t count)
{
    const struct real_gpu *g = &l->r->gpu[gpu];
    for (uint32_t i = 0; i < count; i++, first = g->behind[first])
        if (first >= gpus[gpu].local * l->r->granules || l->taken[gpu][first]++ != 0)
            return false;
    return true;
}

/* What the host has is the sum of what it has of each chunk, and the most of it is known. */
static void look_at_host(struct ledger *l)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < l->r->chunks; i++)
        bytes += l->r->chunk[i].host_bytes;
    l->wrong += bytes != l->r->host_bytes;
    if (bytes > l->host_peak)
        l->host_peak = bytes;
}

static unsigned class_of(const struct huvm_action *a)
{
    switch (a->why) {
    case HUVM_PREFETCH:
        return 2;
    case HUVM_PRE_EVICT:
    case HUVM_WRITE_BACK:
        return 1;
    default:
        return 0;
    }
}

/* Who should be next among those that wait for a link. */
static struct turn first_of(const struct huvm_real *r, const struct real_link *link)
{
    struct turn best = {NOBODY, 0};
    for (unsigned list = 0; list < 3; list++)
        for (uint32_t i = link->first[list]; i != NOBODY; i = r->chunk[i].next) {
            unsigned class = class_of(&r->chunk[i].action);
            if (best.chunk == NOBODY || class < best.class ||
                (class == best.class && r->chunk[i].asked < r->chunk[best.chunk].asked))
                best = (struct turn){i, class};
        }
    return best;
}

/* A link serves what a fault waits for first, evictions and write-backs next, and prefetches last;
   of each the oldest. Only what came later and is more urgent is served before who was next. */
static void look_at_link(struct ledger *l, uint32_t done)
{
    const struct huvm_action *a = &l->r->chunk[done].action;
    unsigned number = a->from == HUVM_HOST ? REAL_PCIE_IN + a->to
                      : a->to == HUVM_HOST ? REAL_PCIE_OUT + a->from
                                           : REAL_NVLINK + a->from * HUVM_GPUS_MAX + a->to;
    struct turn *next = &l->next[number];
    l->wrong += next->chunk != NOBODY && done != next->chunk && class_of(a) >= next->class;
    *next = first_of(l->r, &l->r->link[number]);
}

/* With the coordinator's lock: each granule is free, or of one chunk. The policy sets aside no
   fewer than chunks have, and whole chunks for those on their way. */
static void look(void *context, const struct huvm_real_event *event)
{
    struct ledger *l = context;
    uint32_t has[GPUS] = {0};
    if (event->kind != HUVM_REAL_DONE && event->kind != HUVM_REAL_SHRUNK)
        return;
    if (event->kind == HUVM_REAL_DONE)
        look_at_link(l, event->chunks[0]);
    l->looks++;
    look_at_host(l);
    memset(l->taken, 0, sizeof l->taken);
    for (uint32_t i = 0; i < l->r->chunks; i++) {
        const struct real_chunk *c = &l->r->chunk[i];
        uint32_t count = real_lent_granules(l->r, c->lent_bytes);
        if (c->at == HUVM_HOST)
            continue;
        l->wrong += !mark(l, c->at, c->granule, count);
        has[c->at] += count;
    }
    for (unsigned g = 0; g < GPUS; g++) {
        const struct real_gpu *lends = &l->r->gpu[g];
        l->wrong += gpus[g].lends && !mark(l, g, lends->free, lends->free_count);
        l->wrong += gpus[g].lends &&
                    has[g] + lends->free_count != gpus[g].local * l->r->granules;
        l->wrong += has[g] > huvm_lent(l->r->policy, g);
    }
}

/* Two chunks of three get shorter. */
static void check_link(const struct huvm_real_config *config, const struct huvm_link_result *link)
{
    assert_int_equal(link->raw % chunk_bytes, 0);
    if (config->compress == HUVM_RAW)
        assert_int_equal(link->bytes, link->raw);
    else if (link->raw > 20 * chunk_bytes)
        assert_true(link->bytes < link->raw);
    else
        assert_true(link->bytes <= link->raw);
}

static void check_links(const struct huvm_real_config *config, const struct huvm_result *r)
{
    for (unsigned i = 0; i < GPUS; i++) {
        check_link(config, &r->pcie_in[i]);
        check_link(config, &r->pcie_out[i]);
        for (unsigned k = 0; k < GPUS; k++)
            check_link(config, &r->nvlink[i][k]);
    }
    assert_int_equal(r->mismatches, 0);
}

/* Only when nobody has room is something evicted to the host; it is whole chunks that need it. */
static void check_neighbours(const struct huvm_real_config *config, const struct huvm_result *r)
{
    bool full = r->gpu[0].counts.evict_host + r->gpu[2].counts.evict_host > 0;
    if (!config->on.harvest)
        return;
    if (full)
        assert_true(r->gpu[1].peak_guests >= gpus[1].local);
    if (config->compress < HUVM_VICTIM)
        assert_true(r->gpu[1].peak_guests <= gpus[1].local);
    else
        assert_true(r->gpu[1].peak_guests > gpus[1].local);
}

static void check_counts(const struct huvm_real_config *config, struct huvm_real *r)
{
    struct huvm_result result;
    huvm_real_result(r, &result);
    check_links(config, &result);
    check_neighbours(config, &result);
    for (unsigned i = 0; i < GPUS; i += 2) {
        const struct huvm_counts *n = &result.gpu[i].counts;
        if (gpus[i].chunks == 0)
            continue;
        assert_true(n->faults > gpus[i].chunks);
        if (config->on.harvest)
            assert_true(n->evict_neighbour > 0);
        else
            assert_true(n->evict_neighbour == 0 && n->evict_host > 0);
        if (config->on.prefetch != HUVM_NO_PREFETCH)
            assert_true(n->prefetch_issued > 0);
    }
    assert_int_equal(result.gpu[3].counts.evict_neighbour + result.gpu[3].counts.evict_host, 0);
}

/* A third of the chunks, which then do not compress; the others are zero until they are used. */
static void fill_some(uint8_t *memory, uint8_t *shadow, uint32_t chunks)
{
    for (size_t i = 0; i < chunks * chunk_bytes; i += 8) {
        uint64_t word = unit_random();
        if (i / chunk_bytes % 3 == 0)
            memcpy(shadow + i, &word, 8);
    }
    memcpy(memory, shadow, chunks * chunk_bytes);
}

static void run_policy(unsigned policy, enum huvm_faults faults, enum huvm_compress compress,
                       enum huvm_codec codec)
{
    struct huvm_real_config config = config_of(policy, faults);
    struct huvm_real *r = NULL;
    struct ledger ledger = {0};
    struct huvm_client *client[GPUS] = {NULL};
    uint8_t *memory[GPUS], *shadow[GPUS];
    struct user users[USERS];
    pthread_t threads[USERS];
    config.compress = compress;
    config.codec = codec;
    config.see = look;
    config.context = &ledger;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    pthread_mutex_lock(&r->lock);
    ledger.r = r;
    for (unsigned i = 0; i < REAL_LINKS; i++)
        ledger.next[i].chunk = NOBODY;
    pthread_mutex_unlock(&r->lock);
    for (unsigned i = 0; i < GPUS; i++) {
        if (gpus[i].chunks == 0)
            continue;
        client[i] = join_as(r, i);
        memory[i] = huvm_client_alloc(client[i], gpus[i].chunks * chunk_bytes);
        shadow[i] = calloc(gpus[i].chunks, chunk_bytes);
        assert_non_null(memory[i]);
        if (compress != HUVM_RAW)
            fill_some(memory[i], shadow[i], gpus[i].chunks);
    }
    for (unsigned i = 0; i < USERS; i++) {
        unsigned gpu = gpu_of[i], others = gpu == 3 ? 1 : 2;
        users[i] = (struct user){(uint64_t *)memory[gpu], (uint64_t *)shadow[gpu], unit_random(),
                                 i % others, others, gpus[gpu].chunks, 0,
                                 gpu == 3 ? client[gpu] : NULL};
        assert_int_equal(pthread_create(&threads[i], NULL, use, &users[i]), 0);
    }
    for (unsigned i = 0; i < USERS; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < USERS; i++)
        assert_int_equal(users[i].wrong, 0);
    for (unsigned i = 0; i < GPUS; i++) {
        if (client[i] == NULL)
            continue;
        assert_in_range(resident(memory[i], gpus[i].chunks), 1, gpus[i].local);
        assert_memory_equal(memory[i], shadow[i], gpus[i].chunks * chunk_bytes);
        assert_in_range(resident(memory[i], gpus[i].chunks), 1, gpus[i].local);
        free(shadow[i]);
    }
    check_counts(&config, r);
    for (unsigned i = 0; i < GPUS; i++)
        if (client[i] != NULL)
            huvm_client_close(client[i]);
    pthread_mutex_lock(&r->lock);
    bool emptied = r->host_bytes == 0 && r->host_peak == ledger.host_peak;
    pthread_mutex_unlock(&r->lock);
    assert_true(emptied);
    huvm_real_close(r);
    assert_int_equal(ledger.wrong, 0);
    assert_true(ledger.looks > 0);
}

static void no_byte_is_lost(void **state)
{
    (void)state;
    for (unsigned policy = 0; policy < HUVM_POLICIES; policy++)
        run_policy(policy, HUVM_USERFAULTFD, HUVM_RAW, HUVM_ZVC);
}

/* One in eleven of all policies, tiers, codecs and kinds of faults; which, the seed says. */
static void nor_where_it_is_compressed(void **state)
{
    enum { TIERS = 3, CODECS = 3, KINDS = 2, ALL = HUVM_POLICIES * TIERS * CODECS * KINDS };
    (void)state;
    for (unsigned i = (unsigned)(unit_random() % 11); i < ALL; i += 11)
        run_policy(i / (TIERS * CODECS * KINDS),
                   i % KINDS == 0 ? HUVM_USERFAULTFD : HUVM_PROTECTION,
                   (enum huvm_compress)(HUVM_LINK + i / KINDS % TIERS),
                   (enum huvm_codec)(i / (TIERS * KINDS) % CODECS));
}

static void nor_by_protection(void **state)
{
    (void)state;
    for (unsigned policy = 0; policy < HUVM_POLICIES; policy += 7)
        run_policy(policy, HUVM_PROTECTION, HUVM_RAW, HUVM_ZVC);
    run_policy(5, HUVM_PROTECTION, HUVM_RAW, HUVM_ZVC);
}

/* ---- blocks ---- */

static bool is_zero(const uint8_t *at, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (at[i] != 0)
            return false;
    return true;
}

static void use_blocks(enum huvm_faults faults, enum huvm_compress compress)
{
    struct huvm_real_config config = config_of(HUVM_POLICIES - 1, faults);
    struct huvm_real *r = NULL;
    config.compress = compress;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    struct huvm_client *c = join_as(r, 2);
    uint8_t *held = huvm_client_alloc(c, 3 * chunk_bytes - 5);
    assert_int_equal(huvm_client_size(c, held), 3 * chunk_bytes - 5);
    assert_null(huvm_client_alloc(c, 38 * chunk_bytes));
    assert_null(huvm_client_alloc(c, 0));
    assert_null(huvm_client_alloc(c, SIZE_MAX));
    memset(held, 1, 3 * chunk_bytes - 5);
    for (unsigned i = 0; i < 30; i++) {
        size_t bytes = 1 + unit_random() % (37 * chunk_bytes);
        uint8_t *block = huvm_client_alloc(c, bytes);
        assert_non_null(block);
        assert_true(is_zero(block, bytes));
        memset(block, 255, bytes);
        if (i % 3 == 0) {
            size_t at = unit_random() % bytes, count = unit_random() % (bytes - at);
            huvm_client_clear(c, block + at, count);
            assert_true(is_zero(block + at, count));
            assert_true((at == 0 || block[at - 1] == 255) &&
                        (at + count == bytes || block[at + count] == 255));
        }
        if (i % 4 == 0) {
            assert_true(huvm_client_resize(c, block, (bytes + 1) / 2));
            assert_int_equal(huvm_client_size(c, block), (bytes + 1) / 2);
            assert_false(huvm_client_resize(c, block, bytes + 2 * chunk_bytes));
        }
        huvm_client_free(c, block);
    }
    assert_true(held[0] == 1 && held[3 * chunk_bytes - 6] == 1);
    assert_true(huvm_client_has(c, held) && !huvm_client_has(c, &config));
    huvm_client_free(c, held);
    assert_int_equal(resident(held, 3), 0);
    huvm_client_close(c);
    huvm_real_close(r);
}

static void blocks(void **state)
{
    (void)state;
    use_blocks(HUVM_USERFAULTFD, HUVM_TIERS);
    use_blocks(HUVM_USERFAULTFD, HUVM_RAW);
    use_blocks(HUVM_PROTECTION, HUVM_LINK);
}

/* ---- who comes and goes ---- */

/* A program that ends in the middle of everything leaves room for the next one. */
static void one_after_the_other(void **state)
{
    struct huvm_real_config config = config_of(HUVM_POLICIES - 1, HUVM_USERFAULTFD);
    struct huvm_real *r = NULL;
    struct huvm_client *other;
    (void)state;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    for (unsigned i = 0; i < 20; i++) {
        struct huvm_client *c = join_as(r, 0);
        volatile uint8_t *memory = huvm_client_alloc(c, CHUNKS_MAX * chunk_bytes);
        assert_non_null((void *)memory);
        for (unsigned k = 0; k < 25 + i; k++)
            assert_int_equal(memory[k * chunk_bytes]++, 0);
        assert_int_equal(huvm_client_open(huvm_real_connect(r), 0, lost, &other),
                         HUVM_CLIENT_BUSY);
        huvm_client_close(c);
    }
    assert_int_equal(huvm_client_open(huvm_real_connect(r), 1, lost, &other),
                     HUVM_CLIENT_UNKNOWN);
    assert_int_equal(huvm_client_open(huvm_real_connect(r), GPUS, lost, &other),
                     HUVM_CLIENT_UNKNOWN);
    huvm_real_close(r);
}

/* What says nothing that is meant for it is let go, and the coordinator goes on. */
static void nonsense(void **state)
{
    struct huvm_real_config config = config_of(2, HUVM_USERFAULTFD);
    struct huvm_real *r = NULL;
    struct huvm_message message;
    char end;
    (void)state;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    for (unsigned i = 0; i < 40; i++) {
        int socket = huvm_real_connect(r);
        message = (struct huvm_message){.kind = HUVM_HELLO, .first = HUVM_WIRE_VERSION};
        if (i % 2 == 0)
            assert_true(huvm_send(socket, &message, -1));
        message = (struct huvm_message){(uint32_t)(unit_random() % 16), (uint32_t)unit_random(),
                                        unit_random(), unit_random()};
        if (message.kind != HUVM_READY) /* which it may say */
            huvm_send(socket, &message, -1);
        if (i % 3 == 0)
            (void)!write(socket, "x", 1);
        while (i % 3 == 0 && read(socket, &end, 1) > 0)
            ;
        close(socket);
    }
    huvm_client_close(join_as(r, 2));
    huvm_real_close(r);
}

/* A program by hand, whose faults come by a file that it gives, or are of protection. */
static void greet(int socket, unsigned gpu, int faults, int *memory)
{
    struct huvm_message m = {.kind = HUVM_HELLO, .value = gpu, .first = HUVM_WIRE_VERSION};
    assert_true(socket >= 0 && huvm_send(socket, &m, -1));
    assert_int_equal(huvm_receive(socket, &m, memory), 1);
    assert_true(m.kind == HUVM_WELCOME && m.count == gpus[gpu].chunks && *memory >= 0);
    m = (struct huvm_message){.kind = HUVM_READY,
                              .value = faults >= 0 ? HUVM_USERFAULTFD : HUVM_PROTECTION};
    assert_true(huvm_send(socket, &m, faults));
}

static int be_program(struct huvm_real *r, unsigned gpu, int faults, int *memory)
{
    int socket = huvm_real_connect(r);
    greet(socket, gpu, faults, memory);
    return socket;
}

/* Who speaks of chunks that it does not have is let go. */
static void lies(void **state)
{
    struct huvm_real_config config = config_of(2, HUVM_PROTECTION);
    uint64_t chunks = gpus[2].chunks;
    const struct huvm_message bad[] = {
        {HUVM_RELEASE, 0, 0, 0}, {HUVM_RELEASE, 0, 0, chunks + 1}, {HUVM_RELEASE, 0, chunks, 1},
        {HUVM_RELEASE, 0, chunks - 1, 2}, {HUVM_RELEASE, 0, UINT64_MAX, 2},
        {HUVM_FAULTED, 0, chunks, 0}, {HUVM_OBEYED, 0, chunks, 0}, {HUVM_READY, 2, 0, 0}};
    struct huvm_real *r = NULL;
    (void)state;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct huvm_message m;
        int memory, socket = be_program(r, 2, -1, &memory);
        assert_true(huvm_send(socket, &bad[i], -1));
        assert_int_equal(huvm_receive(socket, &m, NULL), 0);
        close(socket);
        close(memory);
    }
    huvm_real_close(r);
}

static void say_faulted(int socket, uint32_t chunk)
{
    struct huvm_message m = {.kind = HUVM_FAULTED, .first = chunk};
    assert_true(huvm_send(socket, &m, -1));
}

/* Hears what it is told until it is told so of a chunk, which it has not done yet. */
static void obey_until(int socket, enum huvm_message_kind kind, uint32_t chunk)
{
    struct huvm_message m;
    while (huvm_receive(socket, &m, NULL) == 1 && !(m.kind == kind && m.first == chunk))
        if (m.value == 1)
            huvm_send(socket, &(struct huvm_message){.kind = HUVM_OBEYED, .first = m.first}, -1);
    assert_true(m.kind == kind && m.first == chunk);
}

static void leave(int socket)
{
    struct huvm_message m;
    shutdown(socket, SHUT_WR);
    while (huvm_receive(socket, &m, NULL) == 1)
        ;
    close(socket);
}

/* A program leaves while a chunk is on its way and another one waits for that: the next program
   gets both. */
static void leaves_while_it_waits(void **state)
{
    struct huvm_real_config config = config_of(2, HUVM_PROTECTION);
    struct huvm_real *r = NULL;
    (void)state;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    for (unsigned i = 0; i < 2; i++) {
        int memory, socket = be_program(r, 0, -1, &memory);
        say_faulted(socket, i);
        obey_until(socket, HUVM_OPEN, i);
        say_faulted(socket, 1 - i);
        leave(socket);
        close(memory);
    }
    huvm_real_close(r);
}

static unsigned open_files(void)
{
    unsigned count = 0;
    for (int fd = 0; fd < 1024; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

/* A coordinator that ends leaves nothing open, nor one whose programs have ended. */
static void leaves_nothing(void **state)
{
    unsigned before = open_files();
    (void)state;
    for (unsigned gone = 0; gone < 2; gone++) {
        struct huvm_real_config config = config_of(2, HUVM_PROTECTION);
        struct huvm_message m;
        struct huvm_real *r = NULL;
        int memory[2], socket[2], never = eventfd(0, EFD_CLOEXEC);
        assert_int_equal(huvm_real_open(&config, &r), LP_OK);
        for (unsigned i = 0; i < 2; i++)
            socket[i] = be_program(r, 2 * i, i == 0 ? -1 : never, &memory[i]);
        close(never);
        for (unsigned i = 0; gone && i < 2; i++) {
            shutdown(socket[i], SHUT_WR);
            assert_int_equal(huvm_receive(socket[i], &m, NULL), 0);
        }
        huvm_real_close(r);
        for (unsigned i = 0; i < 2; i++) {
            if (!gone)
                assert_int_equal(huvm_receive(socket[i], &m, NULL), 0);
            close(socket[i]);
            close(memory[i]);
        }
        assert_int_equal(open_files(), before);
    }
}

/* File 0 is one as any other: the host tier, a connection, a program's memory, or its own end. */
static void file_zero(void **state)
{
    enum { HOST, CONNECTION, MEMORY, OWN, ALL };
    int kept = fcntl(0, F_DUPFD_CLOEXEC, 3);
    (void)state;
    if (kept < 0)
        skip(); /* what else would be 0 is not known */
    for (unsigned what = HOST; what < ALL; what++) {
        struct huvm_real_config config = config_of(2, HUVM_PROTECTION);
        struct huvm_real *r = NULL;
        int memory, socket;
        if (what == HOST)
            close(0);
        assert_int_equal(huvm_real_open(&config, &r), LP_OK);
        if (what == CONNECTION)
            close(0);
        socket = huvm_real_connect(r);
        if (what == MEMORY)
            close(0);
        if (what == OWN) {
            struct huvm_client *c = NULL;
            assert_int_equal(dup2(socket, 0), 0);
            close(socket);
            assert_int_equal(huvm_client_open(0, 0, lost, &c), HUVM_CLIENT_GOOD);
            ++*(volatile uint8_t *)huvm_client_alloc(c, 1);
            huvm_client_close(c);
        } else {
            greet(socket, 0, -1, &memory);
            assert_true(fcntl(0, F_GETFD) >= 0);
            say_faulted(socket, 0);
            obey_until(socket, HUVM_OPEN, 0);
            leave(socket);
            close(memory);
        }
        huvm_real_close(r);
        assert_true(fcntl(0, F_GETFD) < 0);
        assert_int_equal(dup2(kept, 0), 0);
    }
    close(kept);
}

/* Who is one connection too many leaves nothing either. */
static void all_connections(void **state)
{
    struct huvm_real_config config = config_of(2, HUVM_PROTECTION);
    struct huvm_real *r = NULL;
    int socket[REAL_PEERS];
    (void)state;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    for (unsigned i = 0; i < REAL_PEERS; i++)
        assert_true((socket[i] = huvm_real_connect(r)) >= 0);
    unsigned before = open_files();
    assert_int_equal(huvm_real_connect(r), -1);
    assert_int_equal(errno, EMFILE);
    assert_int_equal(open_files(), before);
    for (unsigned i = 0; i < REAL_PEERS; i++)
        close(socket[i]);
    huvm_real_close(r);
}

static bool is_mapped(void *at)
{
    unsigned char in;
    return mincore(at, 1, &in) == 0;
}

static void unmaps_all(void **state)
{
    struct huvm_real_config config = config_of(2, HUVM_PROTECTION);
    struct huvm_real *r = NULL;
    (void)state;
    config.compress = HUVM_TIERS;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    struct huvm_client *c = join_as(r, 0);
    void *client[] = {c, c->base, c->bytes, c->used, c->turn, c->open, c->window};
    const struct real_link *link = &r->link[REAL_PCIE_IN];
    void *real[] = {r->zeros, link->buffer, link->packed, r->gpu[1].bytes};
    for (unsigned i = 0; i < sizeof client / sizeof client[0]; i++)
        assert_true(is_mapped(client[i]));
    for (unsigned i = 0; i < sizeof real / sizeof real[0]; i++)
        assert_true(is_mapped(real[i]));
    huvm_client_close(c);
    for (unsigned i = 0; i < sizeof client / sizeof client[0]; i++)
        assert_false(is_mapped(client[i]));
    huvm_real_close(r);
    for (unsigned i = 0; i < sizeof real / sizeof real[0]; i++)
        assert_false(is_mapped(real[i]));
}

struct failure {
    int tell; /* the end of a pipe */
    char text[128];
};

static void fails_once(void *context, const char *text)
{
    struct failure *f = context;
    snprintf(f->text, sizeof f->text, "%s", text);
    assert_int_equal(write(f->tell, "", 1), 1);
}

/* A program that cuts its memory while a chunk leaves ends the run; nothing waits for what is not
   there. */
static void cuts_its_memory(void **state)
{
    struct huvm_real_config config = config_of(2, HUVM_PROTECTION);
    struct huvm_real *r = NULL;
    struct failure failure = {0};
    struct huvm_message m;
    int memory, heard[2];
    char end;
    (void)state;
    assert_int_equal(pipe(heard), 0);
    failure.tell = heard[1];
    config.failed = fails_once;
    config.context = &failure;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    int socket = be_program(r, 0, -1, &memory);
    for (unsigned i = 0; i <= gpus[0].local; i++)
        say_faulted(socket, i);
    obey_until(socket, HUVM_GUARD, 0); /* which came first */
    assert_int_equal(ftruncate(memory, 0), 0);
    assert_true(huvm_send(socket, &(struct huvm_message){.kind = HUVM_OBEYED}, -1));
    assert_int_equal(read(heard[0], &end, 1), 1);
    assert_string_equal(failure.text,
                        "the program on GPU 0 has unmapped or changed its memory by itself");
    /* Nobody is greeted any more. */
    m = (struct huvm_message){.kind = HUVM_HELLO, .value = 2, .first = HUVM_WIRE_VERSION};
    int late = huvm_real_connect(r);
    assert_true(huvm_send(late, &m, -1));
    usleep(20000);
    huvm_real_close(r);
    assert_int_equal(huvm_receive(late, &m, NULL), 0);
    close(late);
    close(socket);
    close(memory);
    close(heard[0]);
    close(heard[1]);
}

/* A GPU waits at least as long as the link takes for each chunk. What it does in between is no part
   of that, and none of the driver's. */
static void waits(void **state)
{
    enum { USED = 5 };
    const uint64_t link = 20000000; /* ns a chunk */
    struct huvm_real_config config = config_of(0, HUVM_ANY_FAULTS);
    struct huvm_result result;
    struct huvm_real *r = NULL;
    (void)state;
    config.pcie = (struct huvm_rate){1e12, link};
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    struct huvm_client *c = join_as(r, 0);
    volatile uint8_t *memory = huvm_client_alloc(c, USED * chunk_bytes);
    for (unsigned i = 0; i < USED; i++) {
        usleep(30000);
        memory[i * chunk_bytes]++;
    }
    huvm_real_result(r, &result);
    /* Half of it, since a GPU begins to wait a moment after its copy was asked for. */
    assert_true(result.gpu[0].waits.fetch >= USED * link / 2);
    assert_int_equal(result.gpu[0].waits.evict + result.gpu[0].waits.write_back, 0);
    huvm_client_close(c);
    huvm_real_close(r);
}

static void forks(void **state)
{
    struct huvm_real_config config = config_of(2, HUVM_USERFAULTFD);
    struct huvm_real *r = NULL;
    int status;
    (void)state;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    struct huvm_client *c = join_as(r, 0);
    volatile uint8_t *memory = huvm_client_alloc(c, 30 * chunk_bytes);
    memory[0] = 7;
    pid_t child = fork();
    if (child == 0) {
        signal(SIGSEGV, SIG_DFL);
        if (huvm_client_alloc(c, 1) != NULL)
            _exit(1);
        huvm_client_free(c, (void *)memory);
        _exit(memory[0]);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
    for (unsigned i = 0; i < 30; i++)
        memory[i * chunk_bytes]++;
    assert_int_equal(memory[0], 8);
    huvm_client_close(c);
    huvm_real_close(r);
}

static void not_ours(int number)
{
    _exit(number == SIGSEGV ? 42 : 1);
}

/* A fault elsewhere is for whom it would have been for. */
static void faults_elsewhere(void **state)
{
    struct huvm_record record = {.chunk_bytes = chunk_bytes, .chunks = 4, .window = 4};
    struct huvm_client *c = NULL;
    int status;
    volatile uint8_t *shut = mmap(NULL, chunk_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    (void)state;
    assert_true(shut != MAP_FAILED);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGSEGV, not_ours);
        if (huvm_client_record(&record, &c) != HUVM_CLIENT_GOOD)
            _exit(2);
        _exit(shut[0]);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 42);
    munmap((void *)shut, chunk_bytes);
}

/* ---- a program that is recorded ---- */

enum { RECORDED = 8, RECORDERS = 3 };

static void *use_first(void *context)
{
    (void)*(volatile uint8_t *)context;
    return NULL;
}

/* Of those who touch a chunk at once, one use is written down. They are held where they would write
   it; who comes later finds what is written. */
static void records_once(void **state)
{
    struct huvm_record *record = calloc(1, sizeof *record + 2 * RECORDED * sizeof record->uses[0]);
    struct huvm_client *c = NULL;
    pthread_t threads[RECORDERS];
    (void)state;
    record->chunk_bytes = chunk_bytes;
    record->chunks = record->window = RECORDED;
    record->room = 2 * RECORDED;
    assert_int_equal(huvm_client_record(record, &c), HUVM_CLIENT_GOOD);
    uint8_t *memory = huvm_client_alloc(c, RECORDED * chunk_bytes);
    assert_int_equal(atomic_load(&record->used), RECORDED);
    for (unsigned i = 0; i < RECORDED; i++) {
        atomic_store(&c->noting, true);
        for (unsigned k = 0; k < RECORDERS; k++)
            assert_int_equal(pthread_create(&threads[k], NULL, use_first, memory + i * chunk_bytes),
                             0);
        usleep(5000);
        atomic_store(&c->noting, false);
        for (unsigned k = 0; k < RECORDERS; k++)
            pthread_join(threads[k], NULL);
    }
    assert_int_equal(atomic_load(&record->count), RECORDED);
    for (unsigned i = 0; i < RECORDED; i++)
        assert_int_equal(record->uses[i], i);
    huvm_client_close(c);
    free(record);
}

/* ---- a run again, without its clock ---- */

enum { SEEN_MAX = 1 << 17 };

struct seen {
    struct huvm_real_event event;
    uint32_t chunks[HUVM_BATCH_MAX];
};

struct film {
    struct seen *seen;
    unsigned count;
};

static void see(void *context, const struct huvm_real_event *event)
{
    struct film *film = context;
    if (film->count == SEEN_MAX)
        return;
    struct seen *s = &film->seen[film->count++];
    s->event = *event;
    if (event->count > 0)
        memcpy(s->chunks, event->chunks, event->count * sizeof *event->chunks);
}

static bool tell(struct huvm_policy *p, const struct seen *s)
{
    switch (s->event.kind) {
    case HUVM_REAL_FAULTS:
        return huvm_faults(p, s->event.gpu, s->chunks, s->event.count);
    case HUVM_REAL_DONE:
        return huvm_done(p, s->chunks[0]);
    case HUVM_REAL_FORGET:
        return huvm_forget(p, s->chunks[0]);
    case HUVM_REAL_SHRUNK:
        return huvm_shrunk(p, s->chunks[0], (unsigned)s->event.granules);
    default:
        return s->event.granules > 0
                   ? huvm_take(p, s->event.gpu, (uint32_t)s->event.granules)
                   : huvm_give(p, s->event.gpu, (uint32_t)-s->event.granules);
    }
}

/* Feeds the events to a policy of its own, which must take them and act in the same way. */
static void replay(const struct film *film, const struct huvm_config *config)
{
    struct huvm_policy *p = huvm_policy_init(malloc(huvm_policy_bytes(config)), config);
    struct huvm_action a;
    for (unsigned i = 0; i < film->count; i++) {
        const struct seen *s = &film->seen[i];
        const struct huvm_action *b = &s->event.action;
        assert_true(i == 0 || s->event.at >= s[-1].event.at);
        if (s->event.kind == HUVM_REAL_ACTION) {
            assert_true(huvm_next(p, &a));
            assert_true(a.kind == b->kind && a.why == b->why && a.chunk == b->chunk &&
                        a.from == b->from && a.to == b->to && a.pages == b->pages);
        } else {
            assert_true(tell(p, s));
        }
        assert_true(i % 64 != 0 || huvm_check(p) == NULL);
    }
    assert_false(huvm_next(p, &a));
    free(p);
}

static unsigned count_of(const struct film *film, unsigned kind)
{
    unsigned count = 0;
    for (unsigned i = 0; i < film->count; i++)
        count += film->seen[i].event.kind == kind;
    return count;
}

static void *touch(void *context)
{
    struct user *u = context;
    for (unsigned i = 0; i < 400; i++)
        ((volatile uint8_t *)u->memory)[(i % 5 == 0 ? draw(u) : i) % u->chunks * chunk_bytes]++;
    return NULL;
}

static void decides_the_same_again(void **state)
{
    struct film film = {calloc(SEEN_MAX, sizeof *film.seen), 0};
    uint8_t home[CHUNKS_MAX + 40 + 6];
    static const struct {
        unsigned policy;
        enum huvm_compress compress;
    } runs[] = {{1, HUVM_RAW}, {4, HUVM_VICTIM}, {7, HUVM_RAW}, {7, HUVM_TIERS}};
    (void)state;
    for (unsigned run = 0; run < sizeof runs / sizeof runs[0]; run++) {
        struct huvm_real_config config = config_of(runs[run].policy, HUVM_USERFAULTFD);
        config.compress = runs[run].compress;
        struct huvm_config again = huvm_real_policy(&config, home);
        struct huvm_client *client[3];
        struct user users[3];
        pthread_t threads[3];
        struct huvm_result result;
        struct huvm_real *r = NULL;
        film.count = 0;
        config.see = see;
        config.context = &film;
        assert_int_equal(huvm_real_open(&config, &r), LP_OK);
        for (unsigned i = 0; i < 3; i++) {
            unsigned gpu = (unsigned[]){0, 2, 3}[i];
            client[i] = join_as(r, gpu);
            users[i] = (struct user){.memory = huvm_client_alloc(client[i], gpus[gpu].chunks *
                                                                                chunk_bytes),
                                     .state = unit_random(), .chunks = gpus[gpu].chunks};
            assert_int_equal(pthread_create(&threads[i], NULL, touch, &users[i]), 0);
        }
        assert_true(huvm_real_take(r, 1, 2));
        for (unsigned i = 0; i < 3; i++)
            pthread_join(threads[i], NULL);
        assert_true(huvm_real_take(r, 1, -2));
        huvm_client_free(client[1], (void *)users[1].memory);
        for (unsigned i = 0; i < 3; i++)
            huvm_client_close(client[i]);
        huvm_real_result(r, &result);
        huvm_real_close(r);
        assert_int_equal(result.events, film.count - count_of(&film, HUVM_REAL_ACTION));
        assert_in_range(film.count, 600, SEEN_MAX - 1);
        assert_int_equal(count_of(&film, HUVM_REAL_SHRUNK) > 0, config.compress >= HUVM_VICTIM);
        replay(&film, &again);
    }
    free(film.seen);
}

/* As many GPUs as there can be, one of which lends: no table is left. */
static void all_gpus(void **state)
{
    struct huvm_real_config config = config_of(7, HUVM_ANY_FAULTS);
    struct huvm_result result;
    struct huvm_real *r;
    int reason;
    (void)state;
    config.gpus = HUVM_GPUS_MAX;
    for (unsigned i = 0; i < HUVM_GPUS_MAX; i++)
        config.gpu[i] = (struct huvm_real_gpu){i > 0, 1, i == 0};
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    huvm_client_close(join_as(r, HUVM_GPUS_MAX - 1));
    assert_true(huvm_real_faults(r, HUVM_GPUS_MAX - 1, &reason) != HUVM_ANY_FAULTS);
    huvm_real_result(r, &result);
    assert_int_equal(result.gpu[HUVM_GPUS_MAX - 1].counts.faults, 0);
    huvm_real_close(r);
    config.gpus++;
    assert_int_equal(huvm_real_open(&config, &r), LP_ERR_ARG);
}

static void opened_and_closed(void **state)
{
    struct huvm_real_config config = config_of(7, HUVM_ANY_FAULTS), bad;
    struct huvm_real *r;
    (void)state;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    /* No 32 bits hold these, whose lower ones would do. */
    assert_false(huvm_real_take(r, 1, (INT64_C(1) << 32) + 1));
    assert_false(huvm_real_owes(r, 1));
    assert_true(huvm_real_take(r, 1, 1));
    assert_false(huvm_real_take(r, 1, -(INT64_C(1) << 32) - 1));
    assert_true(huvm_real_take(r, 1, -1));
    huvm_real_close(r); /* nothing was used */
    bad = config;
    bad.chunk_bytes = chunk_bytes / 2 + 1;
    assert_int_equal(huvm_real_open(&bad, &r), LP_ERR_ARG);
    bad.chunk_bytes = (size_t)sysconf(_SC_PAGESIZE) / 2;
    assert_int_equal(huvm_real_open(&bad, &r), LP_ERR_ARG);
    bad = config;
    bad.gpu[0].local = 0;
    assert_int_equal(huvm_real_open(&bad, &r), LP_ERR_ARG);
    bad = config;
    bad.gpus = HUVM_GPUS_MAX + 1;
    assert_int_equal(huvm_real_open(&bad, &r), LP_ERR_ARG);
    bad = config;
    bad.gpu[0].chunks = bad.gpu[2].chunks = bad.gpu[3].chunks = 0;
    assert_int_equal(huvm_real_open(&bad, &r), LP_ERR_ARG);
    bad.gpu[0].chunks = 1; /* the least */
    assert_int_equal(huvm_real_open(&bad, &r), LP_OK);
    huvm_real_close(r);
    bad = config;
    bad.prefetch = HUVM_AHEAD_MAX + 1; /* what the policy alone knows */
    assert_int_equal(huvm_real_open(&bad, &r), LP_ERR_SYSTEM);
    assert_int_equal(errno, EINVAL);
}

static void closes_what_is_open(void **state)
{
    (void)state;
    assert_int_equal(wrong_closes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opened_and_closed),
        cmocka_unit_test(all_gpus),
        cmocka_unit_test(no_byte_is_lost),
        cmocka_unit_test(nor_where_it_is_compressed),
        cmocka_unit_test(nor_by_protection),
        cmocka_unit_test(blocks),
        cmocka_unit_test(one_after_the_other),
        cmocka_unit_test(nonsense),
        cmocka_unit_test(lies),
        cmocka_unit_test(leaves_while_it_waits),
        cmocka_unit_test(leaves_nothing),
        cmocka_unit_test(unmaps_all),
        cmocka_unit_test(file_zero),
        cmocka_unit_test(all_connections),
        cmocka_unit_test(cuts_its_memory),
        cmocka_unit_test(waits),
        cmocka_unit_test(forks),
        cmocka_unit_test(faults_elsewhere),
        cmocka_unit_test(records_once),
        cmocka_unit_test(decides_the_same_again),
        cmocka_unit_test(closes_what_is_open), /* of all these */
    };
    /* As POSIX has it: no cast of what is no function. */
    *(void **)&close_next = dlsym(RTLD_NEXT, "close");
    chunk_bytes = (size_t)sysconf(_SC_PAGESIZE) * 2;
    unit_seed();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
