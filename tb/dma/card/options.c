/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <linepress/linepress.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "units/card/card_cycle.h"

static const char usage[] =
    "usage: linepress-card-server --fd N [OPTION]... [PARAMETER=VALUE]...\n"
    "\n"
    "A card with lp_card in its own process, at the socket that it inherits as\n"
    "descriptor N. The other end is the machine: QEMU 7.2 with\n"
    "-device x-pci-proxy-dev,id=card,fd=M, or a program of the card's host library.\n"
    "\n"
    "  --fd N                  the socket\n"
    "  --model cycle|rtl       the cycle model (what it is if not said), or Verilated RTL\n"
    "  --mem BYTES             memory of the card; 2^MEM_LOG2 if not said\n"
    "  --mem-file FILE         its bytes, which are shared and stay; one server may have FILE\n"
    "  --latency CYCLES        of that memory; 20\n"
    "  --host-latency CYCLES   of the machine's memory; 100\n"
    "  --cycles-per-access N   the clock moves N cycles after each access and rests in between,\n"
    "                          so that the same accesses make the same run; if not said, it runs\n"
    "                          while the card has something to do\n"
    "  --faults LIST           by comma: error=P, the chance that the machine's memory answers\n"
    "                          with an error; error=ADDRESS+BYTES, where it always does;\n"
    "                          mem-error=, the same of the card's memory; hang=N, the machine's\n"
    "                          memory answers nothing after N requests; hang=N+CYCLES, for so\n"
    "                          long; gone=N, the card is pulled after N accesses of BAR 0;\n"
    "                          gone=N+M, it is back, as after a reset, M accesses later\n"
    "  --seed N                of what is random\n"
    "  --timeout MS            within which a message ends that has begun; 10000\n"
    "  --verbose               a line at the start, and one at the end\n"
    "\n"
    "A PARAMETER is one of lp_card, such as CHANNELS. Exit status: 0 when the machine has closed\n"
    "the connection, 2 after what is no part of the protocol or a bad command line, 1 after\n"
    "anything else.\n";

static void fail(const char *format, ...)
{
    va_list args;

    fputs("linepress-card-server: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputs("\n", stderr);
    exit(2);
}

static uint64_t number(const char *what, const char *text, uint64_t least, uint64_t most)
{
    char *end;
    unsigned long long value;

    errno = 0;
    value = strtoull(text, &end, 0);
    if (*text < '0' || *text > '9' || *end || errno || value < least || value > most)
        fail("%s takes %llu to %llu, not '%s'", what, (unsigned long long)least,
             (unsigned long long)most, text);
    return value;
}

/* N, or N+MORE; without MORE it is 0. */
static uint64_t two_numbers(const char *what, char *text, uint64_t least, uint64_t *more)
{
    char *plus = strchr(text, '+');

    *more = 0;
    if (plus) {
        *plus++ = '\0';
        *more = number(what, plus, 1, UINT64_MAX);
    }
    return number(what, text, least, UINT64_MAX);
}

/* A chance, or a range. */
static void read_errors(const char *what, char *text, struct card_errors *errors)
{
    char *end;
    double value = strtod(text, &end);

    if (strchr(text, '+')) {
        errors->at = two_numbers(what, text, 0, &errors->bytes);
        return;
    }
    if (end == text || *end || !(value >= 0 && value <= 1))
        fail("%s takes 0 to 1, or ADDRESS+BYTES, not '%s'", what, text);
    errors->chance = value;
}

static void read_faults(char *list, struct options *o)
{
    static char *const names[] = {"error", "hang", "gone", "mem-error", NULL};

    while (*list) {
        char *value, *before = list;
        int fault = getsubopt(&list, names, &value);

        if (fault >= 0 && !value)
            fail("fault '%s' wants a value", names[fault]);
        if (fault == 0)
            read_errors("error", value, &o->card.host_errors);
        else if (fault == 1)
            o->card.hang = two_numbers("hang", value, 1, &o->card.hang_cycles);
        else if (fault == 2)
            o->gone = two_numbers("gone", value, 1, &o->back);
        else if (fault == 3)
            read_errors("mem-error", value, &o->card.errors);
        else
            fail("no fault '%s'", before);
    }
}

static void read_parameter(char *text, struct options *o)
{
    char *value = strchr(text, '=');
    int wanted;

    if (!value)
        fail("'%s' is no option and no PARAMETER=VALUE", text);
    *value++ = '\0';
    wanted = (int)number(text, value, 0, UINT32_MAX);
    if (lp_unit_set(&lp_card_unit, text, wanted, o->values) != LP_OK)
        fail("lp_card takes no %s=%s", text, value);
}

static int read_socket(const char *text)
{
    int fd = (int)number("--fd", text, 0, INT32_MAX);
    struct stat is;

    if (fstat(fd, &is) != 0 || !S_ISSOCK(is.st_mode))
        fail("descriptor %d is no socket", fd);
    return fd;
}

/* Two cards must not share one memory. */
static int open_memory(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    if (fd < 0)
        fail("%s: %s", path, strerror(errno));
    if (flock(fd, LOCK_EX | LOCK_NB) != 0)
        fail("%s: %s", path, errno == EWOULDBLOCK ? "another server has it" : strerror(errno));
    return fd;
}

static void read_model(const char *text, struct options *o)
{
    o->rtl = strcmp(text, "rtl") == 0;
    if (!o->rtl && strcmp(text, "cycle") != 0)
        fail("--model takes cycle or rtl, not '%s'", text);
}

enum {
    FD,
    MODEL,
    MEM,
    MEM_FILE,
    LATENCY,
    HOST_LATENCY,
    CYCLES,
    FAULTS,
    SEED,
    TIMEOUT,
    VERBOSE,
    HELP
};

static const struct option long_options[] = {
    {"fd", required_argument, NULL, FD},
    {"model", required_argument, NULL, MODEL},
    {"mem", required_argument, NULL, MEM},
    {"mem-file", required_argument, NULL, MEM_FILE},
    {"latency", required_argument, NULL, LATENCY},
    {"host-latency", required_argument, NULL, HOST_LATENCY},
    {"cycles-per-access", required_argument, NULL, CYCLES},
    {"faults", required_argument, NULL, FAULTS},
    {"seed", required_argument, NULL, SEED},
    {"timeout", required_argument, NULL, TIMEOUT},
    {"verbose", no_argument, NULL, VERBOSE},
    {"help", no_argument, NULL, HELP},
    {NULL, 0, NULL, 0},
};

static void read_option(int option, struct options *o)
{
    switch (option) {
    case FD: o->fd = read_socket(optarg); break;
    case MODEL: read_model(optarg, o); break;
    case MEM: o->card.bytes = number("--mem", optarg, 4096, (uint64_t)1 << 40); break;
    case MEM_FILE: o->card.file = open_memory(optarg); break;
    case LATENCY: o->card.latency = (unsigned)number("--latency", optarg, 1, 1000000); break;
    case HOST_LATENCY:
        o->card.host_latency = (unsigned)number("--host-latency", optarg, 1, 1000000);
        break;
    case CYCLES: o->cycles_per_access = number("--cycles-per-access", optarg, 1, UINT32_MAX); break;
    case FAULTS: read_faults(optarg, o); break;
    case SEED: o->card.seed = number("--seed", optarg, 0, UINT64_MAX); break;
    case TIMEOUT: o->timeout_ms = (int)number("--timeout", optarg, 1, INT32_MAX); break;
    case VERBOSE: o->verbose = true; break;
    case HELP: fputs(usage, stdout); exit(0);
    default: exit(2); /* getopt has printed the error */
    }
}

void options_read(int argc, char **argv, struct options *o)
{
    int option;

    *o = (struct options){.fd = -1,
                          .timeout_ms = 10000,
                          .card = {.latency = 20, .host_latency = 100, .file = -1, .seed = 1}};
    lp_unit_defaults(&lp_card_unit, o->values);
    while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1)
        read_option(option, o);
    for (; optind < argc; optind++)
        read_parameter(argv[optind], o);
    if (o->fd < 0)
        fail("--fd names the socket; --help says more");
    if (lp_unit_check(&lp_card_unit, o->values) != LP_OK)
        fail("the values of lp_card's parameters do not go together");
    if (o->card.bytes == 0)
        o->card.bytes = (uint64_t)1 << lp_unit_get(&lp_card_unit, "MEM_LOG2", o->values);
    if (o->card.file >= 0 && ftruncate(o->card.file, (off_t)o->card.bytes) != 0)
        fail("--mem-file: %s", strerror(errno));
    o->card.values = o->values;
}
