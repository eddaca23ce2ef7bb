/* GitHub's Markdown, with names in it that may have any character. */

#pragma once

#include <stdio.h>

/* Prints the text as code, also in a cell of a table, so that nothing in it is markup. */
extern void markdown_print_code(FILE* out, const char* text);

/* Prints the text so that nothing in it is markup, a mention of somebody, or the end of a cell. */
extern void markdown_print_text(FILE* out, const char* text);
