/* SPDX-License-Identifier: Apache-2.0 */
#include "transfer.h"
#include "json.h"
#include "output.h"
#include <inttypes.h>
#include <stdio.h>

static json_t *to_json(const struct cli_options *options, const struct lpi_codec *codec,
                       uint64_t bytes, uint64_t compressed_bytes)
{
    return json_pack("{s:o, s:o, s:s, s:I, s:I, s:f}", "file", cli_json_text(options->files[0]),
                     "output", cli_json_text(options->files[1]), "codec", codec->name, "bytes",
                     (json_int_t)bytes, "compressed_bytes", (json_int_t)compressed_bytes, "ratio",
                     (double)bytes / (double)compressed_bytes);
}

void cli_report_transfer(const struct cli_options *options, const struct lpi_codec *codec,
                         uint64_t bytes, uint64_t compressed_bytes)
{
    enum cli_output where = cli_output_finish();
    if (options->json)
        cli_write_json(where == CLI_OUTPUT_STDOUT ? stderr : stdout,
                       to_json(options, codec, bytes, compressed_bytes));
    else if (where == CLI_OUTPUT_FILE)
        printf("%s: %s, %" PRIu64 " bytes raw, %" PRIu64 " compressed, ratio %.3f\n",
               options->files[1], codec->name, bytes, compressed_bytes,
               (double)bytes / (double)compressed_bytes);
}
