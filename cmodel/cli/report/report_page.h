/* SPDX-License-Identifier: Apache-2.0 */
/* The page of a report, from the files of the folder page, with the data between its two parts. */
#ifndef LPI_CLI_REPORT_PAGE_H
#define LPI_CLI_REPORT_PAGE_H

/* Lines with their line breaks, then NULL. */
extern const char *const report_page_head[], *const report_page_tail[];

#endif
