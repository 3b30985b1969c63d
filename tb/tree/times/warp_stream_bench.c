/* SPDX-License-Identifier: Apache-2.0 */
/* warp_stream_bench FILE: reads a warp trace as a stream, all records of all warps. Prints the records
 * and the seconds of processor time. */
#include <linepress/warp_stream.h>
#include <stdio.h>
#include <time.h>

int main(int argc, char **argv)
{
    struct lp_warp_stream *stream;
    struct lp_warp_item item = {.kind = LP_WARP_ITEM_BUFFER};
    struct lp_warp_record record;
    unsigned long long records = 0;
    clock_t begin = clock();
    int error = argc == 2 ? lp_warp_stream_open_file(argv[1], &stream) : LP_ERR_ARG;
    if (error != LP_OK) {
        fprintf(stderr, "warp_stream_bench: %s\n", lp_strerror(error));
        return 2;
    }
    while (error == LP_OK && item.kind != LP_WARP_ITEM_END) {
        struct lp_warp_group *group;
        error = lp_warp_stream_next(stream, &item);
        do {
            group = NULL;
            if (error == LP_OK)
                error = lp_warp_stream_group(stream, 0, &group);
            for (unsigned i = 0; group != NULL && i < lp_warp_group_warps(group); i++) {
                do {
                    error = lp_warp_group_next(group, i, &record);
                    records++;
                } while (error == LP_OK && record.kind != LP_WARP_END);
            }
            lp_warp_group_free(group);
        } while (error == LP_OK && group != NULL);
    }
    if (error != LP_OK) {
        fprintf(stderr, "warp_stream_bench: %s: %s\n", argv[1], lp_warp_stream_why(stream));
        return 2;
    }
    printf("%llu %.6f\n", records, (double)(clock() - begin) / CLOCKS_PER_SEC);
    lp_warp_stream_close(stream);
    return 0;
}
