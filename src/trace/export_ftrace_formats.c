/* export_ftrace_formats.c - see export_ftrace_formats.h */
#include "trace/export_ftrace_formats.h"

/* clang-format off */
#define COMMON(name, id)                                                       \
	"name: " name "\nID: " id "\nformat:\n"                                \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n" \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;"      \
	"\tsigned:0;\n"                                                        \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
#define FIELD(decl, offset, size, sign)                                        \
	"\tfield:" decl ";\toffset:" offset ";\tsize:" size ";\tsigned:" sign  \
	";\n"
#define JOB_EVENT(name, id, how)                                               \
	COMMON(name, id)                                                       \
	FIELD("__data_loc char[] job", "8", "4", "0")                          \
	FIELD("unsigned int how", "12", "4", "0")                              \
	FIELD("unsigned long long instance", "16", "8", "0")                   \
	FIELD("long long release", "24", "8", "1")                             \
	FIELD("long long deadline", "32", "8", "1")                            \
	"\nprint fmt: \"job=%s#%llu release=%lld deadline=%lld" how
#define JOB_ARGS                                                               \
	"__get_str(job), REC->instance, REC->release, REC->deadline"

static const char header_page[] =
	FIELD("u64 timestamp", "0", "8", "0")
	FIELD("local_t commit", "8", "8", "1")
	FIELD("int overwrite", "8", "1", "1")
	FIELD("char data", "16", "4080", "1");
static const char header_event[] =
	"# compressed entry header\n"
	"\ttype_len    :    5 bits\n"
	"\ttime_delta  :   27 bits\n"
	"\tarray       :   32 bits\n\n"
	"\tpadding     : type == 29\n"
	"\ttime_extend : type == 30\n"
	"\ttime_stamp : type == 31\n"
	"\tdata max type_len  == 28\n";
static const char *const sched_formats[] = {
	COMMON("sched_switch", "316")
	FIELD("char prev_comm[16]", "8", "16", "0")
	FIELD("pid_t prev_pid", "24", "4", "1")
	FIELD("int prev_prio", "28", "4", "1")
	FIELD("long prev_state", "32", "8", "1")
	FIELD("char next_comm[16]", "40", "16", "0")
	FIELD("pid_t next_pid", "56", "4", "1")
	FIELD("int next_prio", "60", "4", "1")
	"\nprint fmt: \"prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%s"
	" ==> next_comm=%s next_pid=%d next_prio=%d\", REC->prev_comm, "
	"REC->prev_pid, REC->prev_prio, REC->prev_state ? "
	"__print_flags(REC->prev_state, \"|\", { 0x01, \"S\" }, { 0x02, "
	"\"D\" }, { 0x04, \"T\" }) : \"R\", REC->next_comm, REC->next_pid, REC->next_prio\n",
	COMMON("sched_waking", "318")
	FIELD("char comm[16]", "8", "16", "0")
	FIELD("pid_t pid", "24", "4", "1")
	FIELD("int prio", "28", "4", "1")
	FIELD("int target_cpu", "32", "4", "1")
	"\nprint fmt: \"comm=%s pid=%d prio=%d target_cpu=%03d\", REC->comm, "
	"REC->pid, REC->prio, REC->target_cpu\n",
};
static const char *const dagsim_formats[] = {
	JOB_EVENT("job_release", "2001", "\", ") JOB_ARGS "\n",
	JOB_EVENT("job_finish", "2002", "\", ") JOB_ARGS "\n",
	JOB_EVENT("job_miss", "2003", " %s\", ") JOB_ARGS
	", __print_symbolic(REC->how, { 0, \"late\" }, { 1, \"dropped\" }, "
	"{ 2, \"pending\" })\n",
	JOB_EVENT("job_drop", "2004", "\", ") JOB_ARGS "\n",
	JOB_EVENT("batch_member", "2005", " index=%u\", ") JOB_ARGS
	", REC->how\n",
	COMMON("overhead", "2006")
	FIELD("__data_loc char[] kind", "8", "4", "0")
	FIELD("unsigned long long ns", "16", "8", "0")
	"\nprint fmt: \"kind=%s ns=%llu\", __get_str(kind), REC->ns\n",
};
/* clang-format on */

void ftrace_number(struct outbuf *o, uint64_t v, int bytes)
{
	uint8_t p[8];

	for (int i = 0; i < bytes; i++, v >>= 8)
		p[i] = (uint8_t)v;
	out_bytes(o, p, (size_t)bytes);
}

void ftrace_word(struct outbuf *o, const char *s)
{
	out_bytes(o, s, strlen(s) + 1);
}

static void long_text(struct outbuf *o, const char *s)
{
	ftrace_number(o, strlen(s), 8);
	out_str(o, s);
}

void ftrace_formats(struct outbuf *o, uint32_t page)
{
	static const size_t n_sched =
		sizeof(sched_formats) / sizeof(*sched_formats);
	static const size_t n_own =
		sizeof(dagsim_formats) / sizeof(*dagsim_formats);

	out_bytes(o, "\x17\x08\x44tracing6", 12); /* NUL included */
	ftrace_number(o, 0, 1);                   /* little-endian */
	ftrace_number(o, 8, 1);                   /* bytes of a long */
	ftrace_number(o, page, 4);
	ftrace_word(o, "header_page");
	long_text(o, header_page);
	ftrace_word(o, "header_event");
	long_text(o, header_event);
	ftrace_number(o, 0, 4); /* events of ftrace itself */
	ftrace_number(o, 2, 4); /* systems */
	ftrace_word(o, "sched");
	ftrace_number(o, n_sched, 4);
	for (size_t i = 0; i < n_sched; i++)
		long_text(o, sched_formats[i]);
	ftrace_word(o, "dagsim");
	ftrace_number(o, n_own, 4);
	for (size_t i = 0; i < n_own; i++)
		long_text(o, dagsim_formats[i]);
	ftrace_number(o, 0, 4); /* symbols of the kernel */
	ftrace_number(o, 0, 4); /* formats of printk */
}
