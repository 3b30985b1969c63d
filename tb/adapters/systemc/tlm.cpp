/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The TLM platform: a file's lines through the codec, the slice or the DMA engine as a TLM-2.0
 * target, every byte compared with the functional model. The target contains the cycle model or the
 * Verilated RTL, which take the same cycles.
 *
 *   tlm codec|slice|dma|dma-all model|rtl b|nb FILE
 *
 * Exit status 0 no fault, 1 a fault, 2 bad use or input.
 */
#include <cerrno>

#include <linepress/file.h>

extern "C" {
#include "units/cosim/registry.h"
}
#include "tlm_run_codec.h"
#include "tlm_run_dma.h"
#include "tlm_run_slice.h"

namespace {

constexpr std::size_t most = 512 * LP_LINE_BYTES; /* of the file */

[[noreturn]] void fail(const std::string &why)
{
    std::fprintf(stderr, "systemc tlm: %s\n", why.c_str());
    std::exit(2);
}

bytes read_lines(const char *path)
{
    bytes data(most);
    struct lp_input *input = nullptr;
    std::size_t got = 1, all = 0;
    int error = lp_input_open(path, &input);

    while (error == LP_OK && got > 0 && all < most) {
        error = lp_input_read(input, &data[all], most - all, &got);
        all += error == LP_OK ? got : 0;
    }
    if (error == LP_OK && all == 0)
        error = LP_ERR_EMPTY;
    if (error != LP_OK)
        fail(std::string(path) + ": " +
             (error == LP_ERR_SYSTEM ? std::strerror(errno) : lp_strerror(error)));
    lp_input_close(input);
    data.resize(lp_lines(all) * LP_LINE_BYTES);
    return data;
}

std::unique_ptr<tlm_run> make(const std::string &what, const run_options &options)
{
    if (what == "codec")
        return std::make_unique<codec_run>("codec", options);
    if (what == "slice")
        return std::make_unique<slice_run>("slice", options);
    if (what == "dma") /* CHANNELS, FLITS, CODECS, ELEM, BURST, READ: those of the RTL */
        return std::make_unique<dma_run>("dma", options, std::vector<int>{2, 20, 1, 32, 4, 8});
    if (what == "dma-all")
        return std::make_unique<dma_run>("dma", options, std::vector<int>{6, 426, 2, 32});
    fail("the target is codec, slice, dma or dma-all, not '" + what + "'");
}

} // namespace

int sc_main(int argc, char **argv)
{
    if (argc != 5)
        fail("usage: codec|slice|dma|dma-all model|rtl b|nb FILE");
    run_options options;
    const std::string way = argv[3];
    options.kind = argv[2];
    if (options.kind != "model" && options.kind != "rtl")
        fail("inside is 'model' or 'rtl', not '" + options.kind + "'");
    if (way != "b" && way != "nb")
        fail("accesses are 'b' or 'nb', not '" + way + "'");
    options.nonblocking = way == "nb";
    options.open = options.kind == "rtl" ? lp_rtl_open : lp_sc_open_copyable;
    options.data = read_lines(argv[4]);
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
    try {
        std::unique_ptr<tlm_run> run = make(argv[1], options);
        sc_core::sc_start(2, sc_core::SC_MS); /* ten times the longest run */
        if (!run->over)
            std::fprintf(stderr, "systemc tlm: %s: an access is never over\n", run->name());
        return run->over && run->wrong == 0 ? 0 : 1;
    } catch (const std::invalid_argument &wrong) {
        fail(wrong.what());
    } catch (const sc_core::sc_report &report) {
        std::fprintf(stderr, "systemc tlm: %s\n", report.what());
        return 1;
    }
}
