/* plugin.c - see plugin.h */
#include "policies/plugin.h"

#include "policies/plugin_watch.h"

#include <assert.h>
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOADED_MAX = 256 };

/* Objects stay in the process, so the list of them is the process's too. */
static const struct policy_ops *loaded[LOADED_MAX]; /* as they are called */
static const struct policy_ops *exported[LOADED_MAX];
static struct watched_ops watched[LOADED_MAX];
static size_t n_loaded;

bool policy_is_path(const char *name)
{
	size_t len = strlen(name);

	return strchr(name, '/') || (len > 3 && !strcmp(name + len - 3, ".so"));
}

/* Up to a colon or a plus.  A path may hold any character: it ends
 * behind its ".so". */
char *policy_name_end(char *text)
{
	char *end = text + strcspn(text, ":+");
	char *at = text;

	if (!memchr(text, '/', (size_t)(end - text)))
		return end;
	while ((at = strstr(at, ".so"))) {
		at += 3;
		if (!*at || strchr(":+", *at))
			return at;
	}
	return end;
}

const struct policy_ops *policy_loaded(const char *name)
{
	for (size_t i = 0; i < n_loaded; i++)
		if (!strcmp(loaded[i]->name, name))
			return loaded[i];
	return NULL;
}

/* What the dynamic linker says, without the path that stands before it. */
static const char *linker_error(const char *path)
{
	const char *text = dlerror();
	size_t len = strlen(path);

	if (!text)
		return "the dynamic linker gives no reason";
	if (!strncmp(text, path, len) && text[len] == ':')
		return text + len + 2;
	return text;
}

static bool read_header(const char *path, Elf64_Ehdr *h, off_t *size)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = -1;

	if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
		*size = st.st_size;
		n = read(fd, h, sizeof(*h));
	}
	if (fd >= 0)
		close(fd);
	return n == (ssize_t)sizeof(*h) && !memcmp(h->e_ident, ELFMAG, SELFMAG);
}

/* What the linker says wrongly, or not at all: an object of another processor
 * is not found, and one that was cut off ends the process. */
static const char *what_is_wrong(const char *path)
{
	Elf64_Ehdr object, own;
	off_t size, unused;

	if (!read_header(path, &object, &size) ||
	    !read_header("/proc/self/exe", &own, &unused))
		return NULL; /* it will say so */
	if (object.e_ident[EI_CLASS] != own.e_ident[EI_CLASS] ||
	    object.e_ident[EI_DATA] != own.e_ident[EI_DATA] ||
	    object.e_machine != own.e_machine)
		return "it was compiled for another kind of processor";
	if (object.e_ident[EI_CLASS] == ELFCLASS64 &&
	    object.e_shoff + (Elf64_Off)object.e_shnum * object.e_shentsize >
		    (Elf64_Off)size)
		return "it has been cut off";
	return NULL;
}

/* The linker looks for a name without a slash in folders of its own. */
static void *open_object(const char *path, struct dag_error *e)
{
	char here[256];
	const char *wrong;
	void *object;

	if (access(path, R_OK) != 0) {
		error_set(e, path, 0, 0, "cannot open this plugin: %s",
			  strerror(errno));
		return NULL;
	}
	if (!strchr(path, '/')) {
		if (snprintf(here, sizeof(here), "./%s", path) >=
		    (int)sizeof(here)) {
			error_set(e, path, 0, 0, "the path is too long");
			return NULL;
		}
		path = here;
	}
	wrong = what_is_wrong(path);
	plugin_watch_enter();
	object = wrong ? NULL : dlopen(path, RTLD_NOW | RTLD_LOCAL);
	plugin_watch_leave();
	if (!object)
		error_set(e, path, 0, 0,
			  "this is no shared object that can be loaded: %.400s",
			  wrong ? wrong : linker_error(path));
	return object;
}

static bool same_interface(const struct policy_plugin *p, const char *path,
			   struct dag_error *e)
{
	static const uint32_t sizes[] = PLUGIN_SIZES;
	static const char *const names[] = {
		"policy_ops", "policy",       "job",      "batch_model",
		"exec_state", "device_state", "decision", "ready_front",
		"workload",   "task",         "node",     "model"};

	if (p->abi != POLICY_ABI)
		return error_set(e, path, 0, 0,
				 "this plugin was compiled for version %u of "
				 "the policy interface, this program has "
				 "version %d: compile it anew",
				 p->abi, POLICY_ABI);
	for (size_t i = 0; i < PLUGIN_STRUCTS; i++)
		if (i >= p->n_sizes || p->sizes[i] != sizes[i])
			return error_set(
				e, path, 0, 0,
				"this plugin was compiled against other "
				"headers: struct %s has %u bytes there and %u "
				"here; compile it anew",
				names[i], i < p->n_sizes ? p->sizes[i] : 0,
				sizes[i]);
	if (!p->ops)
		return error_set(
			e, path, 0, 0,
			"this plugin exports no policy: its ops are NULL");
	return true;
}

/* Reports and workloads tell policies apart by name. */
static bool name_is_free(const struct policy_ops *ops, const char *path,
			 struct dag_error *e)
{
	const struct policy_ops *other = policy_loaded(ops->name);

	for (size_t i = 0; !other && policy_table[i]; i++)
		if (!strcmp(policy_table[i]->name, ops->name))
			other = policy_table[i];
	if (!other)
		return true;
	return error_set(e, path, 0, 0,
			 "this plugin calls its policy '%.64s', as another one "
			 "is called; give it a name of its own",
			 ops->name);
}

/* The ops by which they are to be called, or NULL and *e. */
static const struct policy_ops *accept(const struct policy_ops *ops,
				       const char *path, struct dag_error *e)
{
	struct dag_error why;

	for (size_t i = 0; i < n_loaded; i++)
		if (exported[i] == ops)
			return loaded[i];
	if (!policy_ops_check(ops, &why)) {
		error_set(e, path, 0, 0, "%.600s", why.msg);
		return NULL;
	}
	if (!name_is_free(ops, path, e))
		return NULL;
	if (n_loaded == LOADED_MAX) {
		error_set(e, path, 0, 0, "more than %d plugins", LOADED_MAX);
		return NULL;
	}
	exported[n_loaded] = ops;
	loaded[n_loaded] = plugin_watched(ops, &watched[n_loaded]);
	return loaded[n_loaded++];
}

const struct policy_ops *policy_load(const char *path, struct dag_error *e)
{
	const struct policy_ops *ops = NULL;
	const struct policy_plugin *plugin;
	void *object = open_object(path, e);

	assert(policy_is_path(path));
	if (!object)
		return NULL;
	plugin = dlsym(object, "dagsim_policy");
	if (!plugin)
		error_set(e, path, 0, 0,
			  "this shared object is no policy: it has no symbol "
			  "'dagsim_policy'; end the source with "
			  "DAGSIM_POLICY(its_ops);");
	else if (same_interface(plugin, path, e))
		ops = accept(plugin->ops, path, e);
	if (!ops)
		dlclose(object); /* else it stays */
	return ops;
}
