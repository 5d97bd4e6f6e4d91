/* schema.c - the tables as a JSON Schema (2020-12); see schema.h
 *
 * Numbers may also be text ("1e3" is a string to YAML readers), times carry
 * their unit in the value or in the key.  What a schema cannot say - that
 * group members agree, that the jitter is at most the period - is left to
 * the loader.
 */
#include "model/schema.h"

#include <assert.h>
#include <string.h>

static const char *const spellings[] = {"", "_ms", "_us", "_ns", "_s"};
enum { N_SPELLINGS = sizeof(spellings) / sizeof(*spellings) };

static bool is_time(const struct field *f)
{
	assert(f->key);
	return f->type == FIELD_TIME || f->type == FIELD_FINE ||
	       f->type == FIELD_TIMES;
}

static void indent(FILE *out, int depth)
{
	assert(depth >= 0);
	fprintf(out, "\n%*s", 2 * depth, "");
}

/* Help texts hold neither quotes nor backslashes. */
static void print_string(FILE *out, const char *s)
{
	assert(!strpbrk(s, "\"\\"));
	fprintf(out, "\"%s\"", s);
}

static void print_choices(FILE *out, const char *const *choices)
{
	assert(choices && choices[0]);
	fputs("\"enum\": [", out);
	for (int i = 0; choices[i]; i++) {
		fputs(i ? ", " : "", out);
		print_string(out, choices[i]);
	}
	/* A digit among the words is a number to YAML readers. */
	for (int i = 0; choices[i]; i++)
		if (strspn(choices[i], "0123456789") == strlen(choices[i]))
			fprintf(out, ", %s", choices[i]);
	fputs("]", out);
}

/* The schema of a value that is not a collection, without its braces. */
static void print_simple(FILE *out, const struct field *f, const char *spelling)
{
	const char *sign = (f->flags & FIELD_POSITIVE) ? "positive" : "number";

	assert(f->key && spelling);
	switch (f->type) {
	case FIELD_TEXT:
		fputs("\"type\": [\"string\", \"number\", \"boolean\"]", out);
		break;
	case FIELD_NAME:
		fprintf(out,
			"\"type\": [\"string\", \"number\", \"boolean\"], "
			"\"minLength\": 1, \"maxLength\": %d",
			FIELD_NAME_MAX);
		break;
	case FIELD_BOOL:
		fputs("\"enum\": [true, false, 0, 1]", out);
		break;
	case FIELD_INT:
		fprintf(out,
			"\"type\": \"integer\", \"minimum\": %lld, "
			"\"maximum\": %lld",
			(long long)f->min, (long long)f->max);
		break;
	case FIELD_CHOICE:
		print_choices(out, f->choices);
		break;
	case FIELD_RATIO:
		fprintf(out, "\"$ref\": \"#/$defs/%s\"", sign);
		break;
	case FIELD_REAL:
		if (f->flags & FIELD_SIGNED)
			sign = "signed";
		fprintf(out, "\"$ref\": \"#/$defs/%s\"",
			(f->flags & FIELD_UNIT) ? "unit_interval" : sign);
		break;
	default:
		assert(f->type == FIELD_TIME || f->type == FIELD_FINE);
		fprintf(out, "\"$ref\": \"#/$defs/%s\"",
			*spelling ? sign : "time");
	}
}

static void print_nullable(FILE *out, const struct field *f,
			   const char *spelling)
{
	assert(!f->shape);
	if (f->flags & FIELD_NULLABLE)
		fputs("\"anyOf\": [{\"type\": \"null\"}, {", out);
	print_simple(out, f, spelling);
	if (f->flags & FIELD_NULLABLE)
		fputs("}]", out);
}

static void print_help(FILE *out, const struct field *f)
{
	assert(f->help);
	fputs("\"description\": \"", out);
	fputs(f->help, out);
	if (f->standard)
		fprintf(out, " (default: %s)", f->standard);
	fputs("\"", out);
}

static void print_shape(FILE *out, const struct shape *s, int depth);

static void print_field(FILE *out, const struct field *f, int depth)
{
	assert(f->key);
	assert(depth > 0);
	for (int i = 0; i < (is_time(f) ? N_SPELLINGS : 1); i++) {
		fputs(i ? "," : "", out);
		indent(out, depth);
		fprintf(out, "\"%s%s\": {", f->key, spellings[i]);
		print_help(out, f);
		fputs(", ", out);
		if (!f->shape) {
			print_nullable(out, f, spellings[i]);
		} else {
			fputs("\"anyOf\": [", out);
			if (f->flags & FIELD_NULLABLE)
				fputs("{\"type\": \"null\"}, ", out);
			print_shape(out, f->shape, depth + 1);
			fputs("]", out);
		}
		fputs("}", out);
	}
}

/* At most one spelling of a time; exactly one where it is required. */
static void print_one_of(FILE *out, const struct field *f)
{
	assert(is_time(f));
	fputs("{\"oneOf\": [", out);
	for (int i = 0; i < N_SPELLINGS; i++)
		fprintf(out, "%s{\"required\": [\"%s%s\"]}", i ? ", " : "",
			f->key, spellings[i]);
	if (!(f->flags & FIELD_REQUIRED)) {
		fputs(", {\"not\": {\"anyOf\": [", out);
		for (int i = 0; i < N_SPELLINGS; i++)
			fprintf(out, "%s{\"required\": [\"%s%s\"]}",
				i ? ", " : "", f->key, spellings[i]);
		fputs("]}}", out);
	}
	fputs("]}", out);
}

/* A section on its own, or number `which` of variants. */
static void print_section(FILE *out, const struct section *s, const char *rule,
			  const struct variants *v, unsigned which, int depth)
{
	const char *sep = "";
	bool choose = v && which != v->standard;

	assert(s->fields && s->n <= FIELDS_MAX);
	assert(!v || v->names[which]);
	fputs("{\"type\": \"object\", \"additionalProperties\": false,", out);
	indent(out, depth);
	fputs("\"required\": [", out);
	if (choose) {
		print_string(out, v->key);
		sep = ", ";
	}
	for (unsigned i = 0; i < s->n; i++)
		if ((s->fields[i].flags & FIELD_REQUIRED) &&
		    !is_time(&s->fields[i])) {
			fprintf(out, "%s\"%s\"", sep, s->fields[i].key);
			sep = ", ";
		}
	fputs("],", out);
	indent(out, depth);
	fprintf(out, "\"allOf\": [%s", rule ? rule : "true");
	for (unsigned i = 0; i < s->n; i++)
		if (is_time(&s->fields[i])) {
			fputs(",", out);
			indent(out, depth + 1);
			print_one_of(out, &s->fields[i]);
		}
	fputs("],", out);
	indent(out, depth);
	fputs("\"properties\": {", out);
	for (unsigned i = 0; i < s->n; i++) {
		fputs(i ? "," : "", out);
		if (v && !strcmp(s->fields[i].key, v->key)) {
			indent(out, depth + 1);
			fprintf(out, "\"%s\": {\"const\": \"%s\"}", v->key,
				v->names[which]);
		} else {
			print_field(out, &s->fields[i], depth + 1);
		}
	}
	fputs("}}", out);
}

/* Recursion is bounded by the tables, not by a user. */
static void print_shape(FILE *out, const struct shape *s, int depth)
{
	assert(s && depth >= 0);
	switch (s->kind) {
	case SHAPE_SECTION:
		print_section(out, s->section, s->text, NULL, 0, depth);
		break;
	case SHAPE_VARIANTS:
		fputs("{\"oneOf\": [", out);
		for (unsigned i = 0; s->variants->names[i]; i++) {
			fputs(i ? "," : "", out);
			indent(out, depth);
			print_section(out, &s->variants->sections[i], NULL,
				      s->variants, i, depth + 1);
		}
		if (s->text)
			fprintf(out, ", %s", s->text);
		fputs("]}", out);
		break;
	case SHAPE_NAMED:
		fputs("{\"type\": \"object\", \"additionalProperties\": ", out);
		print_shape(out, s->item, depth);
		fputs("}", out);
		break;
	case SHAPE_LIST:
		fputs("{\"type\": \"array\", \"items\": ", out);
		print_shape(out, s->item, depth);
		fputs("}", out);
		break;
	case SHAPE_TEXT:
		fputs(s->text, out);
		break;
	case SHAPE_EITHER:
		fprintf(out, "{\"anyOf\": [%s, ", s->text);
		print_shape(out, s->item, depth);
		fputs("]}", out);
		break;
	}
}

void schema_print(FILE *out, const struct shape *top, const char *title)
{
	static const char digits[] = "([0-9]+(\\\\.[0-9]*)?|\\\\.[0-9]+)"
				     "([eE][-+]?[0-9]+)?";

	assert(out && top && title);
	fputs("{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\","
	      "\n\"title\": ",
	      out);
	print_string(out, title);
	fputs(",\n\"$defs\": {\n", out);
	fprintf(out,
		"  \"number\": {\"anyOf\": [{\"type\": \"number\", "
		"\"minimum\": 0},\n"
		"    {\"type\": \"string\", \"pattern\": \"^\\\\+?%s$\"}]},\n",
		digits);
	fprintf(out,
		"  \"positive\": {\"anyOf\": [{\"type\": \"number\", "
		"\"exclusiveMinimum\": 0},\n"
		"    {\"type\": \"string\", \"pattern\": \"^\\\\+?%s$\"}]},\n",
		digits);
	fprintf(out,
		"  \"signed\": {\"anyOf\": [{\"type\": \"number\"},\n"
		"    {\"type\": \"string\", \"pattern\": \"^[-+]?%s$\"}]},\n",
		digits);
	fprintf(out,
		"  \"unit_interval\": {\"anyOf\": [{\"type\": \"number\", "
		"\"minimum\": 0, \"maximum\": 1},\n"
		"    {\"type\": \"string\", \"pattern\": \"^\\\\+?%s$\"}]},\n",
		digits);
	fprintf(out,
		"  \"time\": {\"anyOf\": [{\"const\": 0},\n"
		"    {\"type\": \"string\", \"pattern\": \"^\\\\+?%s "
		"*(ns|us|ms|s)$\"}]}\n},\n",
		digits);
	fputs("\"allOf\": [", out);
	print_shape(out, top, 1);
	fputs("]}\n", out);
}
