/* SPDX-License-Identifier: Apache-2.0 */
/* The host's side of a card, tested with a card made of C functions: opening, walks, waits,
 * copies. */
#include "../lib/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <linepress/card_regs.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dma/card/fake_card.h"
#include "dma/host/card.h"
#include "dma/host/pages.h"
#include "dma/host/sysfs.h"

#define WINDOW_BYTES (UINT64_C(1) << 20)

static const enum lp_dma_codec codecs[] = {LP_DMA_ZVC, LP_DMA_BPC, LP_DMA_RAW};
/* Transports. */
enum way { BY_POINTER, BY_COPIES, BY_POKES, WAYS };
static const struct lpi_card_transport *const transports[WAYS] = {&fake_by_pointer, &fake_by_copies,
                                                                  &fake_by_pokes};

static struct fake_card fake_of(enum way way)
{
    return (struct fake_card){.host = way == BY_POINTER, .bridge = way == BY_COPIES};
}

static struct lp_card_config config_of(unsigned timeout_ms)
{
    struct lp_card_config config;

    lp_card_defaults(&config);
    config.window_bytes = WINDOW_BYTES;
    config.timeout_ms = timeout_ms;
    config.ring_log2 = 1;
    return config;
}

static int try_open(struct fake_card *fake, enum way way, unsigned timeout_ms,
                    struct lp_card **card, struct lp_card_trouble *trouble)
{
    struct lp_card_config config = config_of(timeout_ms);

    fake_card_open(fake, way == BY_POINTER ? WINDOW_BYTES : 0);
    fake_card_now = fake;
    *trouble = (struct lp_card_trouble){0};
    return lpi_card_open(transports[way], "fake:", "", &config, card, trouble);
}

static struct lp_card *open_card(struct fake_card *fake, enum way way, unsigned timeout_ms)
{
    struct lp_card_trouble trouble;
    struct lp_card *card;
    int error = try_open(fake, way, timeout_ms, &card, &trouble);

    if (error != LP_OK)
        print_message("%s\n", trouble.text);
    assert_int_equal(error, LP_OK);
    return card;
}

static void close_card(struct fake_card *fake, struct lp_card *card)
{
    lp_card_close(card);
    assert_int_equal(fake->opens, 0);
    fake_card_close(fake);
}

/* Opening must fail with this error, and the message must contain these words. */
static void refused(struct fake_card fake, enum lp_card_fault fault, const char *words)
{
    struct lp_card_trouble trouble;
    struct lp_card *card;
    int error = try_open(&fake, BY_POINTER, 30, &card, &trouble);

    assert_int_equal(error, fault == LP_CARD_LATE ? LP_ERR_TIMEOUT : LP_ERR_CARD);
    assert_int_equal(trouble.fault, fault);
    if (strstr(trouble.text, words) == NULL)
        fail_msg("'%s' has no '%s'", trouble.text, words);
    assert_null(strchr(trouble.text, '\n'));
    assert_int_equal(fake.opens, 0);
    fake_card_close(&fake);
}

/* ---- opening ---- */

static void identities_are_checked(void **state)
{
    (void)state;
    refused((struct fake_card){.ones = true}, LP_CARD_LINK, "all ones");
    refused((struct fake_card){.id = 0xdeadbeef}, LP_CARD_MAGIC, "0xdeadbeef");
    refused((struct fake_card){.version = 2 << 16}, LP_CARD_NEWER, "knows 1; install a newer one");
    refused((struct fake_card){.version = 1}, LP_CARD_NEWER, "knows 1; load a newer bitstream");
    refused((struct fake_card){.mute = true}, LP_CARD_LATE, "within 30 ms");
    refused((struct fake_card){.stuck = true}, LP_CARD_LATE, "register 0x20");
}

static void lists_of_blocks_are_checked(void **state)
{
    (void)state;
    refused((struct fake_card){.test_next = 0x100}, LP_CARD_BLOCKS, "comes back to 0x100");
    refused((struct fake_card){.test_next = 0x102}, LP_CARD_BLOCKS, "leaves");
    refused((struct fake_card){.test_next = 0x7ff4}, LP_CARD_BLOCKS, "leaves");
    refused((struct fake_card){.test_next = 0xfffffffc}, LP_CARD_BLOCKS, "leaves");
    refused((struct fake_card){.test_next = 0x200}, LP_CARD_BUILT, "no engine");
    refused((struct fake_card){.engine_base = 0x8000}, LP_CARD_BLOCKS, "0x8000");
    refused((struct fake_card){.engine_base = 0x4002}, LP_CARD_BLOCKS, "0x4002");
    refused((struct fake_card){.engine_base = 0x1000}, LP_CARD_BLOCKS, "0x1000");
}

/* Numbers that determine places in memory and the room for streams. */
static void what_a_card_says_of_itself_is_checked(void **state)
{
    const unsigned memory = LP_CARD_REGS__FEATURES__MEMORY_bp;
    const unsigned codecs_at = LP_CARD_REGS__FEATURES__CODECS_bp;
    const unsigned channels = LP_CARD_REGS__FEATURES__CHANNELS_bp;

    (void)state;
    for (unsigned log2 = 0; log2 < 64; log2++)
        if (log2 < 16 || log2 > 40)
            refused((struct fake_card){.other_features = (log2 ^ FAKE_MEMORY_LOG2) << memory},
                    LP_CARD_WRONG, "memory's bytes");
    refused((struct fake_card){.other_features = 2u << codecs_at}, LP_CARD_WRONG, "no card has 0");
    refused((struct fake_card){.other_features = 1u << codecs_at}, LP_CARD_WRONG, "no card has 3");
    refused((struct fake_card){.other_features = 6u << channels}, LP_CARD_WRONG, "channels");
    refused((struct fake_card){.other_features = 15u << channels}, LP_CARD_WRONG, "channels");
    refused((struct fake_card){.elem = 24}, LP_CARD_WRONG, "has 24 as elements");
    refused((struct fake_card){.elem = 64}, LP_CARD_WRONG, "elements");
    /* Blocks that begin in the registers and end after them. */
    refused((struct fake_card){.engine_base = 0x7ffc}, LP_CARD_BLOCKS, "0x7ffc");
    refused((struct fake_card){.engine_base = 0xfffffffc}, LP_CARD_BLOCKS, "0xfffffffc");
}

static void every_read_may_fail(void **state)
{
    (void)state;
    for (unsigned reads = 1, good = 0; !good; reads++) {
        struct fake_card fake = {.host = true, .bad_reads = reads};
        struct lp_card_trouble trouble;
        struct lp_card *card;
        int error = try_open(&fake, BY_POINTER, 30, &card, &trouble);
        good = error == LP_OK;
        if (good)
            lp_card_close(card);
        else
            assert_int_equal(error, LP_ERR_TIMEOUT);
        assert_int_equal(fake.opens, 0);
        assert_true(reads < 100);
        fake_card_close(&fake);
    }
}

static void arguments_are_checked(void **state)
{
    (void)state;
    struct fake_card fake = fake_of(BY_POINTER);
    struct lp_card_config config = config_of(1000);
    struct lp_card *card;
    struct lp_card_trouble trouble;
    uint8_t byte = 0;
    uint32_t value;
    assert_int_equal(lp_card_open(NULL, NULL, &card, &trouble), LP_ERR_ARG);
    assert_int_equal(lp_card_open("sim:", NULL, NULL, &trouble), LP_ERR_ARG);
    config.timeout_ms = 0;
    assert_int_equal(lp_card_open("sim:", &config, &card, &trouble), LP_ERR_ARG);
    config = config_of(1000);
    config.window_bytes += 1;
    assert_int_equal(lp_card_open("sim:", &config, &card, &trouble), LP_ERR_ARG);
    config = config_of(1000);
    config.ring_log2 = 13;
    assert_int_equal(lp_card_open("sim:", &config, &card, &trouble), LP_ERR_ARG);
    card = open_card(&fake, BY_POINTER, 1000);
    assert_int_equal(lp_card_read32(card, 2, &value), LP_ERR_ARG);
    assert_int_equal(lp_card_read32(card, 0x8000, &value), LP_ERR_ARG);
    assert_int_equal(lp_card_write32(card, 0xfffffffc, 0), LP_ERR_ARG);
    assert_int_equal(lp_card_peek(card, 1 << FAKE_MEMORY_LOG2, &byte, 1), LP_ERR_ADDRESS);
    assert_int_equal(lp_card_poke(card, UINT64_MAX, &byte, 1), LP_ERR_ADDRESS);
    assert_int_equal(lp_card_peek(card, 0, NULL, 1), LP_ERR_ARG);
    close_card(&fake, card);
    lp_card_close(NULL);
}

static void names_are_checked(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *words;
        enum lp_card_fault fault;
    } cases[] = {
        {"card0", "begins with", LP_CARD_NAME},
        {"simulator", "begins with", LP_CARD_NAME},
        {"pci:01:00.0", "0000:01:00.0", LP_CARD_NAME},
        {"pci:../../../etc", "PCI address", LP_CARD_NAME},
        {"pci:ffff:1f:1f.7", "rescan", LP_CARD_NONE},
        {"vfio:ffff:1f:1f.7", "linepress-card list", LP_CARD_NONE},
        {"xdma:/nowhere/xdma0", "modprobe xdma", LP_CARD_NONE},
        {"litepcie:/nowhere/litepcie0", "modprobe litepcie", LP_CARD_NONE},
        {"litepcie:/dev/null,base=x", "base=0x20000", LP_CARD_NAME},
        {"uart:/dev/null,12345", "with a usual speed", LP_CARD_NAME},
        {"uart:/dev/null", "no serial line", LP_CARD_NAME},
        {"litepcie:/dev/null,base=2", "base=0x20000", LP_CARD_NAME},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lp_card_trouble trouble;
        struct lp_card *card;
        assert_int_equal(lp_card_open(cases[i].spec, NULL, &card, &trouble), LP_ERR_CARD);
        if (trouble.fault != cases[i].fault || strstr(trouble.text, cases[i].words) == NULL)
            fail_msg("%s: fault %d, '%s'", cases[i].spec, (int)trouble.fault, trouble.text);
    }
}

static void servers_are_looked_for(void **state)
{
    (void)state;
    struct lp_card_trouble trouble;
    struct lp_card *card;
    setenv("LINEPRESS_CARD_SERVER", "/nowhere/server", 1);
    assert_int_equal(lp_card_open("sim:", NULL, &card, &trouble), LP_ERR_CARD);
    assert_int_equal(trouble.fault, LP_CARD_SERVER);
    assert_non_null(strstr(trouble.text, "make card-server"));
    /* One that ends immediately, and one that sends nothing. */
    setenv("LINEPRESS_CARD_SERVER", "/bin/true", 1);
    assert_int_equal(lp_card_open("sim:", NULL, &card, &trouble), LP_ERR_CARD);
    assert_int_equal(trouble.fault, LP_CARD_SERVER);
    unsetenv("LINEPRESS_CARD_SERVER");
}

/* ---- sysfs ---- */

static char root[] = "/tmp/linepress-card-XXXXXX";

static void write_file(const char *name, const char *text)
{
    char path[LPI_SYSFS_PATH];
    snprintf(path, sizeof path, "%s/%s", root, name);
    for (char *slash = path + sizeof root; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

#define DEVICE(n, name) "sys/bus/pci/devices/0000:0" #n ":00.0/" name

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *walk)
{
    (void)st, (void)kind, (void)walk;
    return remove(path);
}

static void link_driver(const char *where, const char *driver)
{
    char path[LPI_SYSFS_PATH];
    snprintf(path, sizeof path, "%s/%s", root, where);
    assert_int_equal(symlink(driver, path), 0);
}

static void begin_root(void)
{
    assert_non_null(mkdtemp(root));
    lpi_card_root = root;
    write_file(DEVICE(1, "vendor"), "0x1234\n");
    write_file(DEVICE(1, "device"), "0x11c9\n");
    write_file(DEVICE(1, "current_link_speed"), "8.0 GT/s PCIe\n");
    write_file(DEVICE(1, "current_link_width"), "4\n");
    write_file(DEVICE(2, "vendor"), "0x1234\n");
    write_file(DEVICE(2, "device"), "0x11c9\n");
    link_driver(DEVICE(2, "driver"), "../../drivers/vfio-pci");
    write_file(DEVICE(3, "vendor"), "0x8086\n");
    write_file(DEVICE(3, "device"), "0x11c9\n");
    write_file("dev/xdma0_user", "");
    write_file("dev/xdma0_c2h_0", "");
    write_file("dev/xdma_user", "");
    write_file("dev/litepcie12", "");
    write_file("dev/ttyUSB3", "");
    write_file("dev/ttyUSB", "");
}

static void end_root(void)
{
    nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    lpi_card_root = "";
}

static void expect_trouble(const char *spec, enum lp_card_fault fault, const char *words)
{
    struct lp_card_trouble trouble;
    struct lp_card *card;
    assert_int_equal(lp_card_open(spec, NULL, &card, &trouble), LP_ERR_CARD);
    if (trouble.fault != fault || strstr(trouble.text, words) == NULL)
        fail_msg("%s: fault %d, '%s'", spec, (int)trouble.fault, trouble.text);
}

static void cards_are_found(void **state)
{
    (void)state;
    static const char *const due[] = {"pci:0000:01:00.0", "vfio:0000:02:00.0",
                                      "litepcie:/dev/litepcie12", "uart:/dev/ttyUSB3",
                                      "xdma:/dev/xdma0"};
    struct lp_card_found found[8];
    size_t count;
    begin_root();
    assert_int_equal(lp_card_list(found, 8, &count), LP_OK);
    assert_int_equal(count, 5);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(found[i].spec, due[i]);
    assert_non_null(strstr(found[0].text, "8 GT/s x4"));
    assert_int_equal(lp_card_list(NULL, 0, &count), LP_OK);
    assert_int_equal(count, 5);
    assert_int_equal(lp_card_list(found, 8, NULL), LP_ERR_ARG);
    end_root();
}

static void drivers_and_locks_are_told(void **state)
{
    (void)state;
    char path[LPI_SYSFS_PATH];
    strcpy(root + sizeof root - 7, "XXXXXX");
    begin_root();
    expect_trouble("pci:0000:03:00.0", LP_CARD_NONE, "8086:11c9");
    expect_trouble("pci:0000:02:00.0", LP_CARD_DRIVER, "vfio:0000:02:00.0");
    expect_trouble("vfio:0000:01:00.0", LP_CARD_DRIVER, "driver_override");
    expect_trouble("vfio:0000:02:00.0", LP_CARD_DRIVER, "iommu");
    write_file(DEVICE(1, "resource0"), "");
    expect_trouble("pci:0000:01:00.0", LP_CARD_MAGIC, "0 bytes");
    snprintf(path, sizeof path, "%s/%s", root, DEVICE(1, "resource0"));
    int fd = lpi_card_open_locked(path, 0, NULL);
    assert_true(fd >= 0);
    expect_trouble("pci:0000:01:00.0", LP_CARD_BUSY, "fuser");
    close(fd);
    snprintf(path, sizeof path, "%s/dev/litepcie12", root);
    fd = lpi_card_open_locked(path, 0, NULL);
    expect_trouble("litepcie:/dev/litepcie12", LP_CARD_BUSY, "another process");
    close(fd);
    end_root();
}

static void errors_of_the_system_are_told_apart(void **state)
{
    (void)state;
    static const struct {
        int number;
        enum lp_card_fault fault;
        const char *words;
    } cases[] = {{EACCES, LP_CARD_PERMISSION, "sudo"}, {EPERM, LP_CARD_PERMISSION, "chown"},
                 {EBUSY, LP_CARD_BUSY, "fuser"},       {EWOULDBLOCK, LP_CARD_BUSY, "another"},
                 {ENOENT, LP_CARD_NONE, "list"},       {ENODEV, LP_CARD_NONE, "no such card"},
                 {EIO, LP_CARD_SYSTEM, "/dev/x: "}};
    struct lp_card_trouble trouble;
    struct lpi_card_pages pages;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        errno = cases[i].number;
        assert_int_equal(lpi_card_say_errno(&trouble, "/dev/x"), LP_ERR_CARD);
        assert_int_equal(trouble.fault, cases[i].fault);
        assert_non_null(strstr(trouble.text, cases[i].words));
    }
    /* More huge pages than any machine has. */
    assert_int_equal(lpi_card_pages_open(&pages, UINT64_C(1) << 45, 1, &trouble), LP_ERR_CARD);
    assert_int_equal(trouble.fault, LP_CARD_PAGES);
    assert_non_null(strstr(trouble.text, "nr_hugepages"));
}

/* ---- copies ---- */

/* Bytes that end at the start of an inaccessible page. */
static uint8_t *guarded(size_t bytes, size_t *mapped)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), whole = (bytes + page - 1) / page * page;
    uint8_t *map = mmap(NULL, whole + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                        0);
    assert_true(map != MAP_FAILED);
    assert_int_equal(mprotect(map + whole, page, PROT_NONE), 0);
    *mapped = whole;
    return map + whole - bytes;
}

static void release(uint8_t *at, size_t bytes, size_t mapped)
{
    munmap(at + bytes - mapped, mapped + (size_t)sysconf(_SC_PAGESIZE));
}

static void copy_once(struct lp_dma *dma, enum lp_dma_codec codec, size_t bytes)
{
    size_t room = lp_dma_bound(codec, 32, bytes), compressed, mapped[3];
    uint8_t *data = guarded(bytes, &mapped[0]), *away = guarded(room, &mapped[1]),
            *back = guarded(bytes, &mapped[2]);
    uint64_t address;
    unit_fill(data, bytes);
    assert_int_equal(lp_dma_malloc(dma, bytes, &address), LP_OK);
    assert_int_equal(lp_dma_write(dma, address, data, bytes), LP_OK);
    assert_int_equal(lp_memcpy_compressed(dma, away, room, address, bytes, codec, &compressed),
                     LP_OK);
    memset(back, 0x77, bytes);
    assert_int_equal(lp_dma_write(dma, address, back, bytes), LP_OK);
    /* No byte after the stream is read. */
    memmove(away + room - compressed, away, compressed);
    assert_int_equal(
        lp_memcpy_decompressed(dma, address, bytes, away + room - compressed, compressed, codec),
        LP_OK);
    assert_int_equal(lp_dma_read(dma, address, back, bytes), LP_OK);
    assert_memory_equal(back, data, bytes);
    /* Truncated, and with other bytes: refused or not, the call returns normally. */
    uint8_t *stream = away + room - compressed;
    for (unsigned i = 0; i < 4; i++)
        stream[unit_random() % compressed] ^= (uint8_t)unit_random();
    (void)lp_memcpy_decompressed(dma, address, bytes, stream, compressed, codec);
    int error = lp_memcpy_decompressed(dma, address, bytes, stream + 1, compressed - 1, codec);
    assert_true(error == LP_ERR_CORRUPT || codec != LP_DMA_RAW);
    assert_int_equal(lp_dma_free(dma, address), LP_OK);
    release(data, bytes, mapped[0]);
    release(away, room, mapped[1]);
    release(back, bytes, mapped[2]);
}

static void copies_come_back(void **state)
{
    (void)state;
    for (enum way way = 0; way < WAYS; way++) {
        struct fake_card fake = fake_of(way);
        struct lp_card *card = open_card(&fake, way, 1000);
        struct lp_dma *dma;
        assert_int_equal(lp_card_dma(card, &dma), LP_OK);
        for (unsigned i = 0; i < (way == BY_POKES ? 30 : 150); i++)
            copy_once(dma, codecs[i % 3], 32 * (unit_random() % (way == BY_POKES ? 99 : 999) + 1));
        close_card(&fake, card);
    }
}

/* Any bytes of device memory, at any place: the bytes around them are unchanged. */
static void device_memory_holds_any_bytes(void **state)
{
    (void)state;
    enum { BYTES = 5000 };
    static uint8_t shadow[BYTES], back[BYTES], some[BYTES];
    for (enum way way = 0; way < WAYS; way++) {
        struct fake_card fake = fake_of(way);
        struct lp_card *card = open_card(&fake, way, 1000);
        struct lp_dma *dma;
        uint64_t at;
        assert_int_equal(lp_card_dma(card, &dma), LP_OK);
        assert_int_equal(lp_dma_malloc(dma, BYTES, &at), LP_OK);
        unit_fill(shadow, BYTES);
        assert_int_equal(lp_dma_write(dma, at, shadow, BYTES), LP_OK);
        for (unsigned i = 0; i < 200; i++) {
            size_t from = unit_random() % BYTES, bytes = unit_random() % (BYTES - from + 1);
            if (i % 2)
                bytes %= 70;
            unit_fill(some, BYTES);
            assert_int_equal(lp_dma_write(dma, at + from, some, bytes), LP_OK);
            memcpy(shadow + from, some, bytes);
            assert_int_equal(lp_dma_read(dma, at + from, back, bytes), LP_OK);
            assert_memory_equal(back, some, bytes);
        }
        assert_int_equal(lp_dma_read(dma, at, back, BYTES), LP_OK);
        assert_memory_equal(back, shadow, BYTES);
        assert_int_equal(lp_dma_write(dma, at + BYTES, some, 1 << 20), LP_ERR_ADDRESS);
        close_card(&fake, card);
    }
}

static void wrong_sizes_are_refused(void **state)
{
    (void)state;
    static uint8_t bytes[4096];
    struct fake_card fake = fake_of(BY_POINTER);
    struct lp_card *card = open_card(&fake, BY_POINTER, 1000);
    struct lp_dma *dma;
    uint64_t at;
    size_t size;
    assert_int_equal(lp_card_dma(card, &dma), LP_OK);
    assert_int_equal(lp_dma_malloc(dma, 4096, &at), LP_OK);
    assert_int_equal(lp_memcpy_compressed(dma, bytes, 4096, at, 0, LP_DMA_ZVC, &size), LP_ERR_ARG);
    assert_int_equal(lp_memcpy_compressed(dma, bytes, 4096, at + 32, 512, LP_DMA_ZVC, &size),
                     LP_ERR_ARG);
    assert_int_equal(lp_memcpy_compressed(dma, bytes, 4096, at, 33, LP_DMA_ZVC, &size), LP_ERR_ARG);
    assert_int_equal(lp_memcpy_compressed(dma, bytes, SIZE_MAX / 2, at, 512, LP_DMA_ZVC, &size),
                     LP_ERR_SPACE);
    assert_int_equal(lp_memcpy_compressed(dma, bytes, 4096, at, SIZE_MAX - 31, LP_DMA_ZVC, &size),
                     LP_ERR_ARG);
    assert_int_equal(lp_memcpy_compressed(dma, bytes, 32, at, 4096, LP_DMA_RAW, &size),
                     LP_ERR_SPACE);
    assert_int_equal(lp_memcpy_compressed(dma, bytes, 4096, at, 512, (enum lp_dma_codec)7, &size),
                     LP_ERR_CODEC);
    assert_int_equal(
        lp_memcpy_compressed(dma, bytes, 4096, UINT64_C(1) << 39, 512, LP_DMA_ZVC, &size),
        LP_ERR_ARG);
    assert_int_equal(lp_memcpy_decompressed(dma, at, 512, bytes, 0, LP_DMA_ZVC), LP_ERR_ARG);
    assert_int_equal(lp_dma_malloc(dma, UINT64_C(1) << FAKE_MEMORY_LOG2, &at), LP_ERR_DEVICE_FULL);
    close_card(&fake, card);
}

/* ---- waits that end ---- */

static void dead_cards_time_out(void **state)
{
    (void)state;
    static uint8_t bytes[2048];
    for (enum way way = 0; way < WAYS; way++) {
        struct fake_card fake = fake_of(way);
        struct lp_card *card = open_card(&fake, way, 40);
        struct lp_dma_transfer t = {.codec = LP_DMA_ZVC, .bytes = 512, .to = bytes, .size = 2048};
        struct lp_dma_completion c;
        struct lp_dma *dma;
        uint64_t tickets[3];
        int done;
        assert_int_equal(lp_card_dma(card, &dma), LP_OK);
        assert_int_equal(lp_dma_malloc(dma, 512, &t.device), LP_OK);
        copy_once(dma, LP_DMA_BPC, 1024);
        fake.dead = true;
        assert_int_equal(lp_dma_submit(dma, &t, &tickets[0]), LP_OK);
        assert_int_equal(lp_dma_submit(dma, &t, &tickets[1]), LP_OK);
        unsigned resets = fake.resets;
        assert_int_equal(lp_dma_wait(dma, tickets[0], &c), LP_ERR_TIMEOUT);
        assert_int_equal(fake.resets, resets + 1);
        for (unsigned i = 0; i < 2; i++) {
            assert_int_equal(lp_dma_poll(dma, tickets[i], &done, &c), LP_OK);
            assert_int_equal(done, 1);
            assert_int_equal(c.status, LP_DMA_ABORTED);
        }
        /* Also a ring that stays full; then transfers succeed, more of them than a ring has
         * places. */
        assert_int_equal(lp_dma_submit(dma, &t, &tickets[0]), LP_OK);
        assert_int_equal(lp_dma_submit(dma, &t, &tickets[1]), LP_OK);
        assert_int_equal(lp_dma_submit(dma, &t, &tickets[2]), LP_ERR_TIMEOUT);
        fake.dead = false;
        for (unsigned i = 0; i < 9; i++)
            copy_once(dma, codecs[i % 3], 1024);
        fake.mute = true;
        assert_int_equal(lp_dma_submit(dma, &t, &tickets[0]),
                         way == BY_POKES ? LP_ERR_TIMEOUT : LP_OK);
        if (way != BY_POKES)
            assert_int_equal(lp_dma_wait(dma, tickets[0], &c), LP_ERR_TIMEOUT);
        assert_int_equal(lp_card_trouble(card)->fault, LP_CARD_LATE);
        close_card(&fake, card);
    }
}

/* ---- impossible completions ---- */

/* Faults of hostile.h that no valid completion can have; the others may be valid in some cases. */
static bool cannot_be_true(unsigned lie)
{
    return lie <= 2 || lie == 4 || lie == 9 || lie == 10;
}

/* A transfer each way with a card that makes this fault in all completions from then on. */
static void lie_to(enum way way, enum lp_dma_codec codec, unsigned lie)
{
    enum { BYTES = 4096 };
    struct fake_card fake = fake_of(way);
    struct lp_card *card = open_card(&fake, way, 50);
    size_t stored = 0, room = (size_t)lp_dma_bound(codec, LP_ELEM_32, BYTES), mapped, due;
    uint8_t raw[BYTES], *away = guarded(room, &mapped), *kept = malloc(room);
    struct lp_dma *dma;
    uint64_t at;
    int error;

    for (size_t i = 0; i < sizeof raw; i++)
        raw[i] = (uint8_t)unit_random();
    assert_int_equal(lp_card_dma(card, &dma), LP_OK);
    assert_int_equal(lp_dma_malloc(dma, BYTES, &at), LP_OK);
    assert_int_equal(lp_dma_write(dma, at, raw, BYTES), LP_OK);
    assert_int_equal(lp_memcpy_compressed(dma, kept, room, at, BYTES, codec, &due), LP_OK);
    fake.hostile.rng.state = unit_random();
    fake.hostile.kind = HOSTILE_COMPLETIONS;
    fake.hostile.way = lie;
    fake.hostile.of = 1;
    for (unsigned turn = 0; turn < 3; turn++) {
        error = lp_memcpy_compressed(dma, away, room, at, BYTES, codec, &stored);
        if (cannot_be_true(lie) && error != LP_ERR_CARD)
            fail_msg("fault %u gives %d, %zu bytes", lie, error, stored);
        if (error == LP_ERR_CARD) {
            assert_int_equal(lp_card_trouble(card)->fault, LP_CARD_WRONG);
            assert_null(strchr(lp_card_trouble(card)->text, '\n'));
        }
        if (error == LP_OK)
            assert_in_range(stored, 1, room);
        error = lp_memcpy_decompressed(dma, at, BYTES, kept, due, codec);
        assert_true(error != LP_OK || !cannot_be_true(lie));
    }
    /* Whatever it sent before, it behaves like any other card from then on. */
    fake.hostile.kind = HOSTILE_NOTHING;
    assert_int_equal(lp_dma_write(dma, at, raw, BYTES), LP_OK);
    assert_int_equal(lp_memcpy_compressed(dma, away, room, at, BYTES, codec, &stored), LP_OK);
    close_card(&fake, card);
    release(away, room, mapped);
    free(kept);
}

static void completions_are_checked(void **state)
{
    (void)state;
    for (unsigned way = 0; way < WAYS; way++)
        for (unsigned lie = 0; lie < HOSTILE_WAYS; lie++)
            lie_to((enum way)way, codecs[lie % 3], lie);
}

static void resets_keep_memory(void **state)
{
    (void)state;
    static uint8_t data[1024], back[1024];
    struct fake_card fake = fake_of(BY_POINTER);
    struct lp_card *card = open_card(&fake, BY_POINTER, 1000);
    struct lp_dma *dma;
    uint64_t at;
    assert_int_equal(lp_card_reset(card), LP_OK);
    assert_int_equal(lp_card_dma(card, &dma), LP_OK);
    assert_int_equal(lp_dma_malloc(dma, 1024, &at), LP_OK);
    unit_fill(data, 1024);
    assert_int_equal(lp_dma_write(dma, at, data, 1024), LP_OK);
    assert_int_equal(lp_card_reset(card), LP_OK);
    assert_int_equal(lp_dma_read(dma, at, back, 1024), LP_OK);
    assert_memory_equal(back, data, 1024);
    close_card(&fake, card);
}

/* ---- the self-test ---- */

struct steps {
    unsigned seen, bad, stop_at;
};

static int take_step(void *context, const struct lp_card_step *step)
{
    struct steps *steps = context;
    steps->seen++;
    steps->bad += !step->good;
    assert_int_equal(step->number, steps->seen);
    assert_true(step->number <= step->count);
    return steps->seen == steps->stop_at;
}

static void self_tests_pass(void **state)
{
    (void)state;
    for (enum way way = 0; way < WAYS; way++) {
        struct fake_card fake = fake_of(way);
        struct lp_card *card = open_card(&fake, way, 1000);
        struct lp_card_info info;
        struct steps steps = {0};
        struct lp_dma *dma;
        unsigned failed = 99;
        assert_int_equal(lp_card_selftest(card, take_step, &steps, &failed), LP_OK);
        assert_int_equal(failed, 0);
        assert_int_equal(steps.seen, way == BY_POINTER ? 120 : 72);
        assert_int_equal(lp_card_info(card, &info), LP_OK);
        assert_int_equal(info.local, way != BY_POINTER);
        assert_int_equal(info.blocks, 2);
        assert_int_equal(lp_card_dma(card, &dma), LP_OK);
        copy_once(dma, LP_DMA_ZVC, 512);
        steps = (struct steps){.stop_at = 3};
        assert_int_equal(lp_card_selftest(card, take_step, &steps, &failed), LP_ERR_ABORTED);
        assert_int_equal(steps.seen, 3);
        close_card(&fake, card);
    }
}

static void self_tests_find_faults(void **state)
{
    (void)state;
    struct fake_card fake = fake_of(BY_COPIES);
    struct lp_card *card;
    struct steps steps = {0};
    unsigned failed = 0;
    card = open_card(&fake, BY_COPIES, 1000);
    fake.wrong_sum = true;
    assert_int_equal(lp_card_selftest(card, take_step, &steps, &failed), LP_OK);
    assert_int_equal(steps.bad, 72); /* data filled, data out, data in */
    assert_int_equal(failed, 72);
    close_card(&fake, card);
    fake = fake_of(BY_COPIES);
    fake.no_test = true;
    card = open_card(&fake, BY_COPIES, 1000);
    assert_int_equal(lp_card_selftest(card, take_step, &steps, &failed), LP_ERR_CARD);
    close_card(&fake, card);
    fake = fake_of(BY_COPIES);
    card = open_card(&fake, BY_COPIES, 30);
    steps = (struct steps){0};
    fake.dead = true;
    assert_int_equal(lp_card_selftest(card, take_step, &steps, &failed), LP_ERR_TIMEOUT);
    close_card(&fake, card);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(identities_are_checked),
        cmocka_unit_test(lists_of_blocks_are_checked),
        cmocka_unit_test(what_a_card_says_of_itself_is_checked),
        cmocka_unit_test(every_read_may_fail),
        cmocka_unit_test(arguments_are_checked),
        cmocka_unit_test(names_are_checked),
        cmocka_unit_test(servers_are_looked_for),
        cmocka_unit_test(cards_are_found),
        cmocka_unit_test(drivers_and_locks_are_told),
        cmocka_unit_test(errors_of_the_system_are_told_apart),
        cmocka_unit_test(copies_come_back),
        cmocka_unit_test(device_memory_holds_any_bytes),
        cmocka_unit_test(wrong_sizes_are_refused),
        cmocka_unit_test(dead_cards_time_out),
        cmocka_unit_test(completions_are_checked),
        cmocka_unit_test(resets_keep_memory),
        cmocka_unit_test(self_tests_pass),
        cmocka_unit_test(self_tests_find_faults),
    };
    unit_seed();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
