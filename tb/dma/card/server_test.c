/* SPDX-License-Identifier: Apache-2.0 */
/* linepress-card-server and its protocol, without QEMU: server_test SERVER. */
#include <errno.h>
#include <linepress/card_regs.h>
#include <linepress/cdma_regs.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "page.h"
#include "slot.h"
#include "lib/unit.h"

static const char *server;
static char said[4096];

static struct slot started(const char *arguments)
{
    struct slot slot;

    assert_true(slot_open(&slot, server, arguments));
    return slot;
}

/* Ends it, and compares its exit status and a part of its last output with these. */
static void ends(struct slot *slot, int status, const char *text)
{
    int is = slot_close(slot, said, sizeof said);

    if (is != status || !strstr(said, text))
        fail_msg("status %d, not %d; said: %s; wanted: %s", is, status, said, text);
}

/* ---- transfers ---- */

#define DEVICE_AT 0x8000u
#define STREAM_AT 0x20000u /* in the machine's memory */

static uint32_t read_register(void *card, uint32_t offset)
{
    return slot_read(card, offset);
}

static void write_register(void *card, uint32_t offset, uint32_t value)
{
    slot_write(card, offset, value);
}

static struct page page_at(struct slot *slot, uint32_t at)
{
    return (struct page){slot->memory + at, MACHINE_AT + at};
}

static struct page_rig rig_of(struct slot *slot)
{
    return (struct page_rig){
        read_register,         write_register,         slot,
        page_at(slot, 0x1000), page_at(slot, 0x10000), page_at(slot, STREAM_AT)};
}

static void move_page(struct slot *slot)
{
    struct page_rig rig = rig_of(slot);

    assert_string_equal(page_move(&rig, DEVICE_AT), "");
}

/* Starts a transfer and does not wait for it. */
static struct page_rig begin(struct slot *slot, enum lp_dma_direction direction)
{
    struct page_rig rig = rig_of(slot);

    page_start(&rig);
    page_submit(&rig, direction, LP_DMA_RAW, DEVICE_AT);
    return rig;
}

/* ---- the card ---- */

static void a_card_says_what_it_is(void **state)
{
    struct slot slot = started("");
    uint32_t value;

    (void)state;
    assert_int_equal(lpi_proxy_config_read(&slot.proxy, 0, 4, &value), 0);
    assert_int_equal(value, 0x11c91234);
    assert_int_equal(lpi_proxy_config_read(&slot.proxy, 8, 4, &value), 0);
    assert_int_equal(value, 0x12000000);
    assert_int_equal(slot_read(&slot, 0), LP_CARD_REGS__ID__VALUE_reset);
    slot_write(&slot, offsetof(lp_card_regs_t, scratch), 0x12345678);
    assert_int_equal(slot_read(&slot, offsetof(lp_card_regs_t, scratch)), 0x12345678);
    assert_int_equal(slot_read(&slot, 0x7ffc), 0);
    ends(&slot, 0, " 3 reads and 1 writes of registers, 0 strays");
}

static void a_bar_tells_its_size(void **state)
{
    struct slot slot = started("");
    uint32_t value;

    (void)state;
    assert_int_equal(lpi_proxy_config_write(&slot.proxy, 0x10, 4, 0xffffffff), 0);
    assert_int_equal(lpi_proxy_config_read(&slot.proxy, 0x10, 4, &value), 0);
    assert_int_equal(value, 0xffff8000);
    for (uint32_t at = 0x14; at < 0x28; at += 4) {
        assert_int_equal(lpi_proxy_config_write(&slot.proxy, at, 4, 0xffffffff), 0);
        assert_int_equal(lpi_proxy_config_read(&slot.proxy, at, 4, &value), 0);
        assert_int_equal(value, 0);
    }
    assert_int_equal(lpi_proxy_config_read(&slot.proxy, 4096, 4, &value), 0);
    assert_int_equal(value, 0);
    ends(&slot, 0, " 0 reads and 0 writes of registers");
}

static void a_bar_that_is_off_reads_ones(void **state)
{
    struct slot slot = started("");

    (void)state;
    assert_int_equal(slot_read(&slot, 0x8000), UINT32_MAX);
    assert_int_equal(slot_read(&slot, 2), UINT32_MAX); /* across words */
    assert_int_equal(lpi_proxy_config_write(&slot.proxy, 4, 2, 4), 0);
    assert_int_equal(slot_read(&slot, 0), UINT32_MAX);
    slot_write(&slot, 0, 1);
    ends(&slot, 0, " 0 reads and 0 writes of registers, 4 strays");
}

static void registers_have_bytes(void **state)
{
    struct slot slot = started("");
    uint64_t value;

    (void)state;
    assert_int_equal(lpi_proxy_bar_read(&slot.proxy, 1, 1, &value), 0);
    assert_int_equal(value, 'C');
    assert_int_equal(lpi_proxy_bar_read(&slot.proxy, 2, 2, &value), 0);
    assert_int_equal(value, 'P' | 'I' << 8);
    assert_int_equal(lpi_proxy_bar_read(&slot.proxy, 0, 8, &value), 0);
    assert_int_equal(value, 0x100004950434c);
    assert_int_equal(lpi_proxy_bar_write(&slot.proxy, 0x18, 8, 0x1111111122334455), 0);
    assert_int_equal(slot_read(&slot, 0x18), 0x22334455);
    ends(&slot, 0, "0 strays");
}

static void a_page_goes_in_and_out_compressed(void **state)
{
    struct slot slot = started("");

    (void)state;
    move_page(&slot);
    ends(&slot, 0, " 0 errors");
}

static void a_run_is_the_same_twice(void **state)
{
    char first[sizeof said];

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct slot slot = started("--cycles-per-access 100 --latency 37 --seed 5");

        move_page(&slot);
        ends(&slot, 0, " 0 errors");
        if (i == 0)
            memcpy(first, said, sizeof said);
    }
    assert_string_equal(first, said);
}

static void a_slot_resets(void **state)
{
    struct slot slot = started("");
    uint32_t value;

    (void)state;
    move_page(&slot);
    slot_write(&slot, 0x18, 1);
    assert_int_equal(lpi_proxy_reset(&slot.proxy), 0);
    assert_int_equal(lpi_proxy_config_read(&slot.proxy, 0x10, 4, &value), 0);
    assert_int_equal(value, 0);
    assert_int_equal(lpi_proxy_enable(&slot.proxy, BAR_AT), 0);
    assert_int_equal(slot_read(&slot, 0x18), 0);
    memset(slot.memory, 0, MACHINE_BYTES);
    move_page(&slot);
    ends(&slot, 0, " 0 errors");
}

static void an_interrupt_comes_once(void **state)
{
    struct slot slot = started("");
    int raised = eventfd(0, EFD_NONBLOCK), again = eventfd(0, 0);
    struct lp_dma_completion c;
    struct page_rig rig;
    uint64_t count;

    (void)state;
    assert_int_equal(lpi_proxy_interrupt(&slot.proxy, raised, again), 0);
    /* The card's own enable, in addition to that of the engine. */
    slot_write(&slot, offsetof(lp_card_regs_t, irq_enable), 1);
    rig = begin(&slot, LP_DMA_IN);
    assert_int_equal(poll(&(struct pollfd){.fd = raised, .events = POLLIN}, 1, 10000), 1);
    assert_true(page_wait(&rig, LP_DMA_IN, &c));
    assert_int_equal(read(raised, &count, sizeof count), sizeof count);
    assert_int_equal(count, 1);
    close(raised);
    close(again);
    ends(&slot, 0, "");
}

/* ---- faults of the machine ---- */

static void a_card_that_is_no_master_reaches_nothing(void **state)
{
    struct slot slot = started("--cycles-per-access 3000");

    (void)state;
    assert_int_equal(lpi_proxy_config_write(&slot.proxy, 4, 2, 2), 0);
    begin(&slot, LP_DMA_IN);
    slot_read(&slot, 0);
    ends(&slot, 0, " 0 bytes read and ");
    assert_null(strstr(said, " 0 errors"));
}

static void memory_that_is_not_shared_is_not_touched(void **state)
{
    struct slot slot = started("--cycles-per-access 3000");
    const struct lpi_proxy_region part = {MACHINE_AT, STREAM_AT, 0, slot.memfd};
    struct lp_dma_completion c;
    struct page_rig rig;

    (void)state;
    /* The rings are in it, the stream's place is not. */
    assert_int_equal(lpi_proxy_regions(&slot.proxy, &part, 1), 0);
    rig = begin(&slot, LP_DMA_OUT);
    assert_true(page_wait(&rig, LP_DMA_OUT, &c));
    assert_int_equal(c.status, LP_DMA_HOST_ERROR);
    for (unsigned i = 0; i < PAGE_BYTES; i++)
        assert_int_equal(slot.memory[STREAM_AT + i], 0);
    ends(&slot, 0, "errors there");
}

static void a_link_with_errors_is_told_of(void **state)
{
    struct slot slot = started("--faults error=1 --cycles-per-access 3000");

    (void)state;
    begin(&slot, LP_DMA_IN);
    slot_read(&slot, 0);
    ends(&slot, 0, " 0 bytes read and ");
    assert_null(strstr(said, " 0 errors"));
}

static void registers_answer_while_the_link_hangs(void **state)
{
    struct slot slot = started("--faults hang=2");

    (void)state;
    begin(&slot, LP_DMA_IN);
    for (unsigned i = 0; i < 100; i++)
        assert_int_equal(slot_read(&slot, 0), LP_CARD_REGS__ID__VALUE_reset);
    for (unsigned i = 0x600; i < 0x620; i++) /* the completion's place */
        assert_int_equal(slot.memory[0x1000 + i], 0);
    ends(&slot, 0, " 0 errors");
}

static void a_link_that_hung_goes_on(void **state)
{
    struct slot slot = started("--faults hang=2+20000");

    (void)state;
    move_page(&slot);
    ends(&slot, 0, " 0 errors");
}

static void memory_of_the_card_may_have_errors(void **state)
{
    struct slot slot = started("--faults mem-error=0x8800+32");
    struct lp_dma_completion c;
    struct page_rig rig;

    (void)state;
    rig = begin(&slot, LP_DMA_OUT);
    assert_true(page_wait(&rig, LP_DMA_OUT, &c));
    assert_int_equal(c.status, LP_DMA_DEVICE_ERROR);
    assert_int_equal(c.bad, 4); /* the group at 0x8800 */
    ends(&slot, 0, " 0 errors");
}

static void memory_in_a_file_has_one_card(void **state)
{
    char path[64], options[128];
    int file = memfd_create("card", MFD_CLOEXEC);
    struct slot slot, other;
    uint32_t word = 0;

    (void)state;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), file);
    snprintf(options, sizeof options, "--mem-file %s --mem 65536", path);
    slot = started(options);
    assert_false(slot_open(&other, server, options));
    ends(&other, 2, "another server has it");
    move_page(&slot);
    ends(&slot, 0, " 0 errors");
    for (uint32_t at = DEVICE_AT; word == 0 && at < DEVICE_AT + PAGE_BYTES; at += 4)
        assert_int_equal(pread(file, &word, sizeof word, at), sizeof word);
    assert_int_not_equal(word, 0);
    close(file);
}

static void a_card_that_is_put_back_begins_anew(void **state)
{
    struct slot slot = started("--faults gone=3+2");

    (void)state;
    slot_write(&slot, offsetof(lp_card_regs_t, scratch), 1);
    assert_int_equal(slot_read(&slot, offsetof(lp_card_regs_t, scratch)), 1);
    assert_int_equal(slot_read(&slot, 0), UINT32_MAX);
    assert_int_equal(slot_read(&slot, 0), UINT32_MAX);
    assert_int_equal(slot_read(&slot, 0), LP_CARD_REGS__ID__VALUE_reset);
    assert_int_equal(slot_read(&slot, offsetof(lp_card_regs_t, scratch)), 0);
    move_page(&slot);
    ends(&slot, 0, " 0 errors");
}

static void a_card_that_is_pulled_reads_ones(void **state)
{
    struct slot slot = started("--faults gone=3");
    uint32_t value;

    (void)state;
    assert_int_equal(slot_read(&slot, 0), LP_CARD_REGS__ID__VALUE_reset);
    assert_int_equal(slot_read(&slot, 0), LP_CARD_REGS__ID__VALUE_reset);
    assert_int_equal(slot_read(&slot, 0), UINT32_MAX);
    assert_int_equal(lpi_proxy_config_read(&slot.proxy, 0, 4, &value), 0);
    assert_int_equal(value, UINT32_MAX);
    ends(&slot, 0, " 2 reads");
}

/* ---- faults of the protocol ---- */

struct header {
    int command;
    size_t size;
};

static void push(struct slot *slot, const void *bytes, size_t size)
{
    assert_int_equal(send(slot->proxy.fd, bytes, size, MSG_NOSIGNAL), size);
}

/* A header followed by that many bytes of zeros. */
static void refused(int command, size_t size, size_t sent, const char *text)
{
    struct slot slot = started("");
    struct header header = {command, size};
    char zeros[256] = {0};

    push(&slot, &header, sizeof header);
    if (sent)
        push(&slot, zeros, sent);
    /* It ends by itself, with the connection open. */
    assert_int_equal(poll(&(struct pollfd){.fd = slot.proxy.fd, .events = POLLIN}, 1, 10000), 1);
    ends(&slot, 2, text);
}

static void what_is_no_message_ends_the_server(void **state)
{
    (void)state;
    refused(8, 0, 0, "no command 8 is known");
    refused(-1, 12, 0, "no command -1 is known");
    refused(0x7fffffff, 0, 0, "no command 2147483647 is known");
    refused(2, SIZE_MAX, 0, "command 2 with 18446744073709551615 bytes, not 12");
    refused(4, 12, 0, "command 4 with 12 bytes, not 24");
    refused(0, 191, 0, "command 0 with 191 bytes, not 192");
    refused(7, 1, 0, "command 7 with 1 bytes, not 0");
    refused(1, 8, 8, "an answer where a command was due");
    refused(6, 0, 0, "command 6 with 0 descriptors");
    refused(3, 12, 12, "0 bytes of configuration");
    refused(5, 24, 24, "0 bytes of a BAR");
}

static void noise_ends_the_server(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 20; i++) {
        struct slot slot = started("");
        uint64_t noise[32];

        for (unsigned j = 0; j < 32; j++)
            noise[j] = unit_random() * 0x100000001u;
        noise[0] |= 0x10; /* no command */
        push(&slot, noise, sizeof noise);
        ends(&slot, 2, "is known");
    }
}

static void a_message_cut_short_ends_the_server(void **state)
{
    struct header header = {5, 24};

    (void)state;
    for (size_t size = 1; size < sizeof header + 24; size += 7) {
        struct slot slot = started("");
        char bytes[sizeof header + 24] = {0};

        memcpy(bytes, &header, sizeof header);
        push(&slot, bytes, size);
        ends(&slot, 2, "the connection ended inside a message");
    }
}

static void a_message_that_stops_ends_the_server(void **state)
{
    struct slot slot = started("--timeout 100");
    struct header header = {5, 24};

    (void)state;
    push(&slot, &header, sizeof header);
    assert_int_equal(poll(&(struct pollfd){.fd = slot.proxy.fd, .events = POLLIN}, 1, 10000), 1);
    ends(&slot, 2, "a message began and did not end");
}

static void bytes_may_come_one_by_one(void **state)
{
    struct slot slot = started("");
    struct header header = {2 + 1, 12};
    unsigned char bytes[28] = {0}, answer[24];
    uint32_t size = 4;

    (void)state;
    memcpy(bytes, &header, sizeof header);
    memcpy(bytes + 24, &size, sizeof size);
    for (unsigned i = 0; i < sizeof bytes; i++)
        push(&slot, bytes + i, 1);
    assert_int_equal(recv(slot.proxy.fd, answer, sizeof answer, MSG_WAITALL), sizeof answer);
    assert_memory_equal(answer + 16, "\x34\x12\xc9\x11\0\0\0\0", 8);
    ends(&slot, 0, "");
}

static void regions_are_checked(void **state)
{
    static const struct {
        struct lpi_proxy_region region;
        const char *text;
    } bad[] = {
        {{0, MACHINE_BYTES + 4096, 0, 0}, "larger than its file"},
        {{0, 4096, MACHINE_BYTES, 0}, "larger than its file"},
        {{0, 4096, (uint64_t)1 << 63, 0}, "larger than its file"},
        {{0, 100, 0, 0}, "not whole pages"},
        {{32, 4096, 0, 0}, "not whole pages"},
        {{0, 0, 0, 0}, "not whole pages"},
        {{UINT64_MAX - 4095, 8192, 0, 0}, "beyond the last address"},
        {{0, 4096, 0, -1}, "without a file"},
        {{0, 4096, 0, -2}, "can be made shorter"},
    };
    int open = memfd_create("open", MFD_CLOEXEC);

    assert_int_equal(ftruncate(open, 4096), 0);

    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct slot slot = started("");
        struct lpi_proxy_region region = bad[i].region;

        region.fd = region.fd == -2 ? open : region.fd < 0 ? slot.proxy.fd : slot.memfd;
        assert_int_equal(lpi_proxy_regions(&slot.proxy, &region, 1), 0);
        ends(&slot, 2, bad[i].text);
    }
    close(open);
}

static void regions_do_not_overlap(void **state)
{
    static const struct {
        uint64_t at[2], bytes[2];
    } bad[] = {{{0x100000, 0x100000}, {8192, 4096}},
               {{0x100000, 0x101000}, {8192, 4096}},
               {{0x101000, 0x100000}, {4096, 8192}},
               {{0x101000, 0x100000}, {4096, 12288}}};

    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct slot slot = started("");
        struct lpi_proxy_region two[2] = {{bad[i].at[0], bad[i].bytes[0], 0, slot.memfd},
                                          {bad[i].at[1], bad[i].bytes[1], 0, slot.memfd}};

        assert_int_equal(lpi_proxy_regions(&slot.proxy, two, 2), 0);
        ends(&slot, 2, "regions of memory that overlap");
    }
}

static void neighbours_are_no_overlap(void **state)
{
    struct slot slot = started("");
    struct lpi_proxy_region two[2] = {{0x101000, 4096, 0, slot.memfd},
                                      {0x100000, 4096, 0, slot.memfd}};

    (void)state;
    assert_int_equal(lpi_proxy_regions(&slot.proxy, two, 2), 0);
    slot_read(&slot, 0);
    ends(&slot, 0, "");
}

static void write_nothing(void *card, uint32_t offset, uint32_t value)
{
    (void)card, (void)offset, (void)value;
}

/* The machine's memory keeps its size, since it is sealed; the card's memory may be a file. */
static void memory_that_goes_ends_the_server(void **state)
{
    int file = memfd_create("card", MFD_CLOEXEC);
    struct page_rig rig, without_doorbell;
    char options[128];
    struct slot slot;

    (void)state;
    snprintf(options, sizeof options,
             "--cycles-per-access 3000 --mem 65536 --mem-file /proc/%d/fd/%d", (int)getpid(), file);
    slot = started(options);
    assert_int_equal(ftruncate(slot.memfd, 0), -1);
    rig = without_doorbell = rig_of(&slot);
    without_doorbell.write = write_nothing;
    page_start(&rig);
    page_submit(&without_doorbell, LP_DMA_OUT, LP_DMA_RAW, DEVICE_AT);
    assert_int_equal(ftruncate(file, 0), 0);
    /* A doorbell that is not answered. */
    assert_int_equal(lpi_proxy_bar_write(&slot.proxy,
                                         PAGE_ENGINE + offsetof(lp_cdma_regs_t, off) +
                                             offsetof(lp_cdma_ring_t, tail),
                                         4, 1),
                     -1);
    ends(&slot, 2, "a part of the shared memory is gone");
    close(file);
}

static void an_interrupt_is_an_eventfd(void **state)
{
    int ends_of[2];

    (void)state;
    assert_int_equal(pipe(ends_of), 0);
    struct slot slot = started("");
    assert_int_equal(lpi_proxy_interrupt(&slot.proxy, ends_of[1], ends_of[0]), 0);
    ends(&slot, 2, "an interrupt that is no eventfd");
    close(ends_of[0]);
    close(ends_of[1]);
}

static void a_machine_may_go_at_any_time(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        struct slot slot = started("");

        begin(&slot, LP_DMA_IN);
        for (unsigned j = 0; j < i; j++)
            slot_read(&slot, 0);
        ends(&slot, 0, "");
    }
}

static void a_client_sees_its_server_end(void **state)
{
    struct lpi_proxy proxy = {.timeout_ms = 100};
    uint64_t value;
    int pair[2];

    (void)state;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    proxy.fd = pair[0];
    assert_int_equal(lpi_proxy_bar_read(&proxy, 0, 4, &value), -1);
    assert_int_equal(errno, ETIMEDOUT);
    assert_int_equal(send(pair[1], (struct header[]){{5, 8}}, sizeof(struct header), 0), 16);
    assert_int_equal(lpi_proxy_bar_read(&proxy, 0, 4, &value), -1);
    assert_int_equal(errno, EPROTO);
    shutdown(pair[1], SHUT_RDWR);
    assert_int_equal(lpi_proxy_bar_read(&proxy, 0, 4, &value), -1);
    assert_int_equal(errno, EPIPE);
    close(pair[0]);
    close(pair[1]);
}

static void options_are_checked(void **state)
{
    static const char *const bad[][2] = {
        {"--model glass", "--model takes cycle or rtl, not 'glass'"},
        {"--mem 1", "--mem takes 4096 to 1099511627776, not '1'"},
        {"--faults burns=1", "no fault 'burns=1'"},
        {"--faults error=2", "error takes 0 to 1, or ADDRESS+BYTES, not '2'"},
        {"--faults mem-error=1+0", "mem-error takes 1 to"},
        {"--faults gone=0+1", "gone takes 1 to"},
        {"--mem-file /nowhere/x", "/nowhere/x: No such file"},
        {"--faults hang", "fault 'hang' wants a value"},
        {"CHANNELS=99", "lp_card takes no CHANNELS=99"},
        {"CHANNELS", "'CHANNELS' is no option"},
        {"--seed x", "--seed takes"},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct slot slot;

        assert_false(slot_open(&slot, server, bad[i][0]));
        ends(&slot, 2, bad[i][1]);
    }
}

static void rtl_that_is_not_there_is_named(void **state)
{
    struct slot slot;

    (void)state;
    setenv("LINEPRESS_CARD_RTL", "/dev/null", 1);
    assert_false(slot_open(&slot, server, "--model rtl"));
    ends(&slot, 1, "LINEPRESS_CARD_RTL names no such shared object");
    unsetenv("LINEPRESS_CARD_RTL");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_card_says_what_it_is),
        cmocka_unit_test(a_bar_tells_its_size),
        cmocka_unit_test(a_bar_that_is_off_reads_ones),
        cmocka_unit_test(registers_have_bytes),
        cmocka_unit_test(a_page_goes_in_and_out_compressed),
        cmocka_unit_test(a_run_is_the_same_twice),
        cmocka_unit_test(a_slot_resets),
        cmocka_unit_test(an_interrupt_comes_once),
        cmocka_unit_test(a_card_that_is_no_master_reaches_nothing),
        cmocka_unit_test(memory_that_is_not_shared_is_not_touched),
        cmocka_unit_test(a_link_with_errors_is_told_of),
        cmocka_unit_test(registers_answer_while_the_link_hangs),
        cmocka_unit_test(a_link_that_hung_goes_on),
        cmocka_unit_test(memory_of_the_card_may_have_errors),
        cmocka_unit_test(memory_in_a_file_has_one_card),
        cmocka_unit_test(a_card_that_is_put_back_begins_anew),
        cmocka_unit_test(a_card_that_is_pulled_reads_ones),
        cmocka_unit_test(what_is_no_message_ends_the_server),
        cmocka_unit_test(noise_ends_the_server),
        cmocka_unit_test(a_message_cut_short_ends_the_server),
        cmocka_unit_test(a_message_that_stops_ends_the_server),
        cmocka_unit_test(bytes_may_come_one_by_one),
        cmocka_unit_test(regions_are_checked),
        cmocka_unit_test(regions_do_not_overlap),
        cmocka_unit_test(neighbours_are_no_overlap),
        cmocka_unit_test(memory_that_goes_ends_the_server),
        cmocka_unit_test(an_interrupt_is_an_eventfd),
        cmocka_unit_test(a_machine_may_go_at_any_time),
        cmocka_unit_test(a_client_sees_its_server_end),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(rtl_that_is_not_there_is_named),
    };

    if (argc != 2) {
        fprintf(stderr, "usage: server_test SERVER\n");
        return 2;
    }
    server = argv[1];
    unit_seed();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
