/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "kernels_list.h"
#include "lines.h"

#include <linepress/warp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word;
    enum lpi_command_kind kind;
} copies[] = {{"MemcpyHtoD,", LPI_COMMAND_TO_DEVICE},
              {"MemcpyDtoH,", LPI_COMMAND_TO_HOST},
              {"cudaMalloc,", LPI_COMMAND_MALLOC}};

static struct lpi_command *add(struct lpi_kernels_list *l, struct lpi_fault *fault)
{
    if (l->count == l->room) {
        size_t room = l->room ? 2 * l->room : 64;
        struct lpi_command *larger = lpi_fault_resize(fault, l->commands, room * sizeof *larger);
        if (larger == NULL)
            return NULL;
        l->commands = larger;
        l->room = room;
    }
    l->commands[l->count] = (struct lpi_command){.name = NULL};
    return &l->commands[l->count++];
}

/* "0xADDRESS,BYTES" */
static bool take_range(const char *text, struct lpi_command *c)
{
    char *end;
    if (strncmp(text, "0x", 2) != 0)
        return false;
    c->address = strtoull(text, &end, 16);
    if (*end != ',' || end[1] < '0' || end[1] > '9')
        return false;
    c->bytes = strtoull(end + 1, &end, 10);
    while (*end == ' ' || *end == '\t')
        end++;
    return *end == '\0' && c->bytes <= LP_WARP_ADDRESS_MAX &&
           c->address <= LP_WARP_ADDRESS_MAX - c->bytes;
}

/* NULL, or why the file is refused. */
static const char *check_name(const struct lpi_kernels_list *l, const char *name)
{
    if (strchr(name, '/') != NULL)
        return "a kernel's file that is not in the list's folder";
    for (size_t i = 0; i < l->count; i++)
        if (l->commands[i].name != NULL && strcmp(l->commands[i].name, name) == 0)
            return "a kernel's file that comes twice";
    return NULL;
}

static int add_kernel(struct lpi_kernels_list *l, char *line, const struct lpi_lines *lines,
                      struct lpi_fault *fault)
{
    for (size_t n = strlen(line); n > 0 && (line[n - 1] == ' ' || line[n - 1] == '\t'); n--)
        line[n - 1] = '\0';
    const char *why = check_name(l, line);
    if (why != NULL)
        return lpi_lines_wrong(lines, fault, "%s: '%.200s'", why, line);
    struct lpi_command *c = add(l, fault);
    if (c == NULL)
        return fault->code;
    c->kind = LPI_COMMAND_KERNEL;
    c->name = strdup(line);
    l->kernels++;
    return c->name != NULL ? 0 : lpi_lines_wrong(lines, fault, "no memory");
}

static int take_line(struct lpi_kernels_list *l, char *line, const struct lpi_lines *lines,
                     struct lpi_fault *fault)
{
    if (strncmp(line, "kernel", strlen("kernel")) == 0)
        return add_kernel(l, line, lines, fault);
    for (size_t i = 0; i < sizeof copies / sizeof *copies; i++) {
        size_t length = strlen(copies[i].word);
        struct lpi_command range = {.kind = copies[i].kind};
        if (strncmp(line, copies[i].word, length) != 0)
            continue;
        if (!take_range(line + length, &range))
            return lpi_lines_wrong(lines, fault, "no address and size: '%.200s'", line);
        struct lpi_command *c = range.bytes > 0 ? add(l, fault) : NULL;
        if (c != NULL)
            *c = range;
        return fault->code;
    }
    return 0;
}

int lpi_kernels_list_read(lp_read_fn *read, void *context, const char *name,
                          struct lpi_kernels_list *list, struct lpi_fault *fault)
{
    struct lpi_lines *lines;
    char *line;
    *list = (struct lpi_kernels_list){.count = 0};
    if (lpi_lines_open(read, context, name, &lines, fault) != 0)
        return fault->code;
    while (fault->code == 0 && (line = lpi_lines_next(lines, fault)) != NULL)
        take_line(list, line, lines, fault);
    lpi_lines_close(lines);
    if (fault->code == 0 && list->kernels == 0)
        lpi_fault_set(fault, LPI_BAD, "%s: there is no kernel in the list", name);
    if (fault->code != 0)
        lpi_kernels_list_free(list);
    return fault->code;
}

void lpi_kernels_list_free(struct lpi_kernels_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->commands[i].name);
    free(list->commands);
    *list = (struct lpi_kernels_list){.count = 0};
}
