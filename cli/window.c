/* window.c - see window.h */
#include "cli/window.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* COLUMNS, where a shell or user has set it, beats the terminal's own. */
static unsigned page_width(void)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;
	unsigned long n = columns ? strtoul(columns, NULL, 10) : 0;

	if (n >= GANTT_MIN_WIDTH && n <= GANTT_MAX_WIDTH)
		return (unsigned)n;
	if (isatty(STDOUT_FILENO) &&
	    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col;
	return 80;
}

static bool bad_window(struct cli *cli, const char *text, const char *why)
{
	return error_set(&cli->error, NULL, 0, 0,
			 "option '--gantt': '%.200s' %s; a window is FROM..TO, "
			 "e.g. 1s..1.2s",
			 text, why);
}

static bool read_time(struct cli *cli, const char *text, const char *part,
		      size_t len, dag_time *out)
{
	enum time_status st = time_parse(part, len, NS_PER_S, true, out);

	if (st != TIME_OK)
		return bad_window(cli, text, time_status_text(st));
	if (*out < 0)
		return bad_window(cli, text, "is negative");
	return true;
}

bool gantt_window(struct cli *cli, const char *text, struct gantt_options *out)
{
	const char *dots = strstr(text, "..");

	*out = (struct gantt_options){.width = page_width()};
	if (!*text)
		return true;
	if (!dots)
		return bad_window(cli, text, "has no '..'");
	out->window = true;
	if (!read_time(cli, text, text, (size_t)(dots - text), &out->from) ||
	    !read_time(cli, text, dots + 2, strlen(dots + 2), &out->to))
		return false;
	return out->from < out->to ||
	       bad_window(cli, text, "ends before it begins");
}
