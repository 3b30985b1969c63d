/* SPDX-License-Identifier: Apache-2.0 */
#include "axi_bench.h"

#include <string.h>

#include "base/wide.h"

#define PAGE 4096u
#define PAGES (UINT64_C(1) << 28)

void lp_axi_content(uint64_t seed, uint64_t addr, uint32_t words[LP_AXI_WORDS])
{
    struct lp_rng rng = {seed ^ addr * 0x10001};
    for (unsigned i = 0; i < LP_AXI_WORDS; i++)
        words[i] = (uint32_t)lp_random(&rng);
}

uint32_t lp_axi_response(uint64_t seed, uint64_t addr)
{
    struct lp_rng rng = {seed ^ addr * 0x20003};
    return lp_below(&rng, 8) == 0 ? lp_below(&rng, 4) : 0;
}

uint64_t lp_axi_random_addr(struct lp_rng *rng, uint32_t *sectors)
{
    uint64_t page = lp_random(rng) % PAGES, sector = lp_below(rng, PAGE / LP_AXI_SECTOR);
    uint32_t kind = lp_below(rng, 4);

    *sectors = 1 + lp_below(rng, 4);
    if (kind <= 1) /* around a 4 KiB boundary */
        sector = PAGE / LP_AXI_SECTOR - 1 - lp_below(rng, 5);
    if (kind == 1) /* the same where the next page's number differs in many bits */
        page |= (PAGES - 1) >> lp_below(rng, 28);
    if (page == PAGES - 1) /* nothing follows the last page */
        page--;
    return page * PAGE + sector * LP_AXI_SECTOR;
}

bool lp_axi_crosses(uint64_t addr, uint32_t sectors)
{
    return addr / PAGE != (addr + sectors * LP_AXI_SECTOR - 1) / PAGE;
}

void lp_axi_add(struct lp_axi_requests *requests, const struct lp_axi_request *request)
{
    requests->at[requests->count++] = *request;
}

void lp_axi_remove(struct lp_axi_requests *requests, unsigned which)
{
    requests->count--;
    memmove(&requests->at[which], &requests->at[which + 1],
            (requests->count - which) * sizeof requests->at[0]);
}

void lp_axi_burst_remove(struct lp_axi_bursts *bursts, unsigned which)
{
    bursts->count--;
    memmove(&bursts->at[which], &bursts->at[which + 1],
            (bursts->count - which) * sizeof bursts->at[0]);
}

int lp_axi_oldest(const struct lp_axi_requests *requests, uint32_t id)
{
    for (unsigned i = 0; i < requests->count; i++)
        if (requests->at[i].id == id)
            return (int)i;
    return -1;
}

const char *lp_axi_burst(struct lp_axi_requests *requests, struct lp_axi_bursts *bursts,
                         const uint32_t addr[2], uint32_t id, uint32_t len)
{
    struct lp_axi_burst burst = {.id = id, .sectors = len + 1};
    struct lp_axi_request *request = requests->at;

    burst.addr = lpi_get64(addr);
    while (request < requests->at + requests->count && request->asked == request->sectors)
        request++;
    if (request == requests->at + requests->count)
        return "a burst that was not requested";
    if (burst.id != request->id)
        return "the burst has another id than its request";
    if (burst.addr != request->addr + request->asked * LP_AXI_SECTOR)
        return "the burst does not go on where its request is";
    if (burst.sectors > request->sectors - request->asked)
        return "the burst is longer than its request";
    if (lp_axi_crosses(burst.addr, burst.sectors))
        return "the burst goes over a 4 KiB boundary";
    if (burst.sectors < request->sectors - request->asked &&
        (burst.addr + burst.sectors * LP_AXI_SECTOR) % PAGE != 0)
        return "the burst ends before its request or 4 KiB do";
    if (bursts->count == LP_AXI_OPEN)
        return "more bursts than the bench holds";
    request->asked += burst.sectors;
    bursts->at[bursts->count++] = burst;
    return NULL;
}

int lp_axi_pick(struct lp_rng *rng, const struct lp_axi_bursts *bursts)
{
    if (bursts->count == 0)
        return -1;
    unsigned which = lp_below(rng, bursts->count);
    for (unsigned i = 0; i < which; i++)
        if (bursts->at[i].id == bursts->at[which].id)
            return (int)i;
    return (int)which;
}
