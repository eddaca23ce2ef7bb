/* Reads catalogues in XML, with libxml2.  The mistake: print_titles asks for the book of each number, and
   book_of_number counts from the first one. */

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdio.h>
#include <string.h>

static xmlNode* book_of_number(xmlNode* catalogue, int number)
{
   xmlNode* book = xmlFirstElementChild(catalogue);
   while (book != NULL && number-- > 0) {
      book = xmlNextElementSibling(book);
   }
   return book;
}

static size_t print_titles(xmlNode* catalogue)
{
   size_t length = 0;
   int    count = (int)xmlChildElementCount(catalogue);
   for (int i = 0; i < count; i++) {
      xmlChar* title = xmlGetProp(book_of_number(catalogue, i), BAD_CAST "title");
      length += strlen((const char*)title);
      xmlFree(title);
   }
   return length;
}

static xmlBuffer* make_catalogue(int books)
{
   xmlBuffer* text = xmlBufferCreate();
   xmlBufferCCat(text, "<catalogue>\n");
   for (int i = 0; i < books; i++) {
      char line[100];
      snprintf(line, sizeof line, "   <book title='Volume %d' year='%d'/>\n", i, 1900 + i % 100);
      xmlBufferCCat(text, line);
   }
   xmlBufferCCat(text, "</catalogue>\n");
   return text;
}

static void read_catalogue(int books)
{
   xmlBuffer* text = make_catalogue(books);
   xmlDoc*    document = xmlReadMemory((const char*)xmlBufferContent(text), xmlBufferLength(text), "books.xml",
                                       NULL, 0);
   printf("%d books, titles of %zu characters\n", books, print_titles(xmlDocGetRootElement(document)));
   xmlFreeDoc(document);
   xmlBufferFree(text);
}

int main(void)
{
   for (int books = 50; books <= 900; books += 50) {
      read_catalogue(books);
   }
   xmlCleanupParser();
   return 0;
}
