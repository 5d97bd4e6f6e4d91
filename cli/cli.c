/* cli.c - what main and the commands share: the command line, error lines */
#include "cli/command.h"
#include "cli/output.h"

#include <assert.h>
#include <string.h>

static bool plain_word(const char *s)
{
	static const char safe[] = "abcdefghijklmnopqrstuvwxyz"
				   "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				   "0123456789_-+=./,:@%";

	return *s && strspn(s, safe) == strlen(s);
}

/* Room for `s` in single quotes, each quote of its own as '\''. */
static char *quote_into(char *dst, const char *s)
{
	if (plain_word(s))
		return stpcpy(dst, s);
	*dst++ = '\'';
	for (; *s; s++) {
		if (*s == '\'')
			dst = stpcpy(dst, "'\\''");
		else
			*dst++ = *s;
	}
	*dst++ = '\'';
	return dst;
}

const char *cli_quote(struct arena *a, int argc, char *const *argv)
{
	size_t room = sizeof("dagsim");
	char *line, *p;

	for (int i = 1; i < argc; i++)
		room += 4 * strlen(argv[i]) + 3;
	line = p = arena_alloc(a, room + 1);
	p = stpcpy(p, "dagsim");
	for (int i = 1; i < argc; i++) {
		*p++ = ' ';
		p = quote_into(p, argv[i]);
	}
	*p = '\0';
	assert((size_t)(p - line) <= room);
	return line;
}

/* A line on stderr, its first word marked where there are colours. */
static void tell(const char *color, const char *who, const char *text)
{
	bool colored = output_color(stderr);

	fprintf(stderr, "%s%s%s%s%s\n", colored ? color : "", who,
		*who ? ": " : "", colored ? "\033[m" : "", text);
}

/* A place in a file stands first, so that editors find it; a mistake in the
 * arguments names the command. */
void cli_report(const struct cli *cli)
{
	char line[1200], who[64] = "";

	error_format(&cli->error, line, sizeof(line));
	if (!cli->error.file[0])
		snprintf(who, sizeof(who), "dagsim%s%s",
			 cli->command ? " " : "",
			 cli->command ? cli->command->name : "");
	tell("\033[1;31m", who, line);
}

void cli_warn(const char *text)
{
	tell("\033[1;33m", "warning", text);
}
