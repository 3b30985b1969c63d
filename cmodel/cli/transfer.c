/* SPDX-License-Identifier: Apache-2.0 */
#include "transfer.h"
#include "json.h"
#include "output.h"
#include <inttypes.h>
#include <stdio.h>

void cli_report_transfer(const struct cli_options *options, const struct lpi_codec *codec,
                         uint64_t bytes, uint64_t compressed_bytes)
{
    if (!cli_output_finish())
        return;
    const char *in = options->files[0], *out = options->files[1];
    double ratio = (double)bytes / (double)compressed_bytes;
    if (options->json)
        cli_print_json(json_pack("{s:o, s:o, s:s, s:I, s:I, s:f}", "file", cli_json_text(in),
                                 "output", cli_json_text(out), "codec", codec->name, "bytes",
                                 (json_int_t)bytes, "compressed_bytes",
                                 (json_int_t)compressed_bytes, "ratio", ratio));
    else
        printf("%s: %s, %" PRIu64 " bytes raw, %" PRIu64 " compressed, ratio %.3f\n", out,
               codec->name, bytes, compressed_bytes, ratio);
}
