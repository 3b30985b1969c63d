/* SPDX-License-Identifier: Apache-2.0 */
/* A user's program, built against the installed library by install_test.sh. */
#include <linepress/file.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    unsigned char line[LP_LINE_BYTES] = {[5] = 7}, record[LP_ZVC_RECORD_MAX(32)];
    unsigned char back[LP_LINE_BYTES];
    size_t bytes;
    int error = lp_zvc_encode_line(LP_ELEM_32, line, record, sizeof record, &bytes);
    if (error == LP_OK)
        error = lp_zvc_decode_line(LP_ELEM_32, record, bytes, back);
    if (error != LP_OK || memcmp(line, back, sizeof line) != 0)
        return 1;
    struct lp_input *input;
    if (lp_input_open("/no/such/file", &input) != LP_ERR_SYSTEM)
        return 1;
    printf("%zu %s\n", bytes, lp_version());
    return 0;
}
