/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arbitrary descriptors on arbitrary memories: no byte changes outside the ranges of a descriptor,
 * and data survives a round trip. Arbitrary bytes are also decoded as groups and compared with the
 * slow twin. The first 64 bytes are a descriptor; only some bits of its numbers are used, so that
 * many are valid; then one byte each for direction, setup, and the place of a bad sector; the rest
 * is memory.
 */
#include "../../reference/cdma_slow.h"
#include "../../dma/dma_memory.h"
#include "fuzz.h"

enum { HEAD = 64 + 3 };

static void fuzz_group(const uint8_t *bytes, size_t count, enum lp_dma_codec codec, unsigned elem)
{
    uint8_t raw[2048], slow[2048], *exact = exact_copy(bytes, count);
    size_t sectors = count == 0 ? 1 : bytes[0] % 64 + 1, bad = 0, slow_bad = 0;
    int good = lpi_cdma_slow_expand(codec, elem, exact, count, sectors, slow, &slow_bad);
    int error = lp_dma_expand(codec, elem, exact, count, sectors, raw, &bad);
    must(good == (error == LP_OK));
    must(good || bad == slow_bad);
    must(memcmp(raw, slow, 32 * (good ? sectors : bad)) == 0);
    free(exact);
}

static uint64_t near(uint64_t base, uint64_t value)
{
    return value >> 63 ? value : base + (value & 0x7fff) - (value >> 62 & 1 ? 0x4000 : 0);
}

static void fuzz_descriptor(const uint8_t *bytes, size_t count)
{
    static struct dma_memory memory, before;
    struct lp_dma_setup setup;
    struct lp_dma_memory ports = dma_memory_init(&memory, &setup);
    struct lp_dma_descriptor d;
    struct lp_dma_completion c;
    enum lp_dma_direction direction = bytes[64] & 1 ? LP_DMA_IN : LP_DMA_OUT;
    lp_dma_decode_descriptor(bytes, &d);
    d.device = near(DMA_DEVICE, d.device);
    d.host = near(DMA_HOST, d.host);
    d.index = near(DMA_DEVICE, d.index);
    setup.codecs = bytes[65] & 2 ? 5 : bytes[65] & 1 ? 2 : 1;
    setup.elem = 32u >> (bytes[65] >> 1) % 3;
    if (bytes[66] & 1)
        memory.device.bad[0] = DMA_DEVICE + 32 * (bytes[66] >> 1);
    if (bytes[66] & 2)
        memory.host.bad[0] = DMA_HOST + 32 * (bytes[66] >> 2);
    for (size_t i = 0; i < DMA_MEMORY_BYTES && count > HEAD; i++)
        memory.device.bytes[i] = memory.host.bytes[i] = bytes[HEAD + i % (count - HEAD)];
    before = memory;
    must(lp_dma_run(&setup, direction, &d, &ports, &c) == LP_OK);
    must(c.status <= LP_DMA_RESERVED && c.status != LP_DMA_ABORTED);
    must(memory.device.strays == 0 && memory.host.strays == 0);
    int ran = c.status == LP_DMA_GOOD || (c.status >= LP_DMA_ROOM && c.status < LP_DMA_RESERVED);
    dma_allow(&before, &memory, direction, &d, ran);
    must(memcmp(&before, &memory, sizeof memory) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    static const enum lp_dma_codec codecs[] = {LP_DMA_ZVC,  LP_DMA_BPC, LP_DMA_RAW,
                                               LP_DMA_XZVC, LP_DMA_EBD, LP_DMA_AUTO};
    if (count < HEAD)
        return 0;
    fuzz_group(bytes + HEAD, count - HEAD, codecs[bytes[64] % 6], 32u >> bytes[65] % 3);
    fuzz_descriptor(bytes, count);
    return 0;
}
