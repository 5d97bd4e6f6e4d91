/* cli.c - what main and the commands share: the command line, error lines */
#include "cli/command.h"

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

/* One line on stderr.  A place in a file stands alone, so that editors find
 * it; a mistake in the arguments names the command. */
void cli_report(const struct cli *cli)
{
	char line[1200];

	error_format(&cli->error, line, sizeof(line));
	if (cli->error.file[0])
		fprintf(stderr, "%s\n", line);
	else if (cli->command)
		fprintf(stderr, "dagsim %s: %s\n", cli->command->name, line);
	else
		fprintf(stderr, "dagsim: %s\n", line);
}
