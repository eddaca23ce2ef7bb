#include "answer/page/page.h"

#include "answer/page/row.h"

/* Sets the names of all classes, and how alarming each is. */
static void set_classes(Answer* page)
{
   Answer* names = tree_list();
   Answer* levels = tree_list();
   for (int class = 0; class <= GROWTH_NO_TREND; class++) {
      tree_append(names, tree_text(growth_class_name((GrowthClass)class)));
      row_whole(levels, growth_level((GrowthClass)class));
   }
   tree_set(page, "classes", names);
   tree_set(page, "levels", levels);
}

static Answer* columns(void)
{
   Answer* columns = tree_object();
   columns_of_routines(columns);
   columns_of_points(columns);
   columns_of_sources(columns);
   columns_of_comparison(columns);
   return columns;
}

/* Answers with the program and the run: the head of the answers of aprof show, and what views want beside
   it. */
static Answer* head_of(const Request* request)
{
   const Header*  header = report_header(request->report);
   Answer*        head = answer_head(request);
   tree_set_count(head, "report_count", header->reports);
   tree_set_flag(head, "has_self_costs", header->has_self_costs);
   tree_set_number(head, "times", request->subjects->times);
   tree_set(head, "headline", answer_headline(request));
   tree_set(head, "unknown", answer_unknown(request));
   tree_set(head, "interpreter", answer_interpreter(request));
   tree_set(head, "nameless", answer_nameless(request));
   return head;
}

static Answer* favourites_of(const GArray* favourites)
{
   Answer* list = tree_list();
   for (guint i = 0; favourites != NULL && i < favourites->len; i++) {
      tree_append(list, tree_count(g_array_index(favourites, uint32_t, i)));
   }
   return list;
}

Answer* answer_page(const PageContents* contents)
{
   const Request* request = contents->request;
   Answer*        page = tree_object();
   tree_set_text(page, "madeBy", PACKAGE_VERSION);
   set_classes(page);
   tree_set(page, "columns", columns());
   tree_set(page, "head", head_of(request));
   section_routines(page, request);
   if (report_context_count(request->report) > 0) {
      tree_set(page, "contexts", section_contexts(request));
   }
   section_sources(page, request, contents->source, contents->profile);
   tree_set(page, "favourites", favourites_of(contents->favourites));
   if (contents->baseline != NULL) {
      Answer* baseline = tree_object();
      tree_set(baseline, "head", head_of(contents->baseline));
      section_routines(baseline, contents->baseline);
      tree_set(page, "baseline", baseline);
      tree_set(page, "comparison", section_comparison(contents->comparison, contents->diff));
   }
   return page;
}
