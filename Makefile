# dagsim - build, test, install.  POSIX make plus GNU functions.
#   make            the program ./dagsim and the library
#   make check      the test suite (under 10 minutes on 2 cores)
#   make bench      timings; never part of a test
#   make lint       format, layers, cppcheck, clang-tidy, man pages, scripts
#   make asan       the suite under AddressSanitizer and UBSan
#   make soak       long random runs; SOAK=n rounds a property
#   make fuzz       libFuzzer on each loader; FUZZ_SECONDS=n each (clang)
#   make mutate     plants faults in a copy and tells which test finds each;
#                   MUTATE_RANDOM=n more of them, MUTATE_ONLY=part of a name
#   make install    PREFIX=/usr/local DESTDIR=     make uninstall
#   make format     as .clang-format says
# CC, CFLAGS, CPPFLAGS, LDFLAGS, BUILD and the folders below may be set.
VERSION  := $(shell cat VERSION)
PREFIX   ?= /usr/local
BINDIR   ?= $(PREFIX)/bin
LIBDIR   ?= $(PREFIX)/lib
INCDIR   ?= $(PREFIX)/include
MANDIR   ?= $(PREFIX)/share/man
DATADIR  ?= $(PREFIX)/share
SONAME   := libdagsim.so.$(firstword $(subst ., ,$(VERSION)))
CC       ?= cc
CFLAGS   ?= -O2 -g
BUILD    ?= build
PKGS     := yaml-0.1 gsl libmd
TEST_PKGS := check libcjson

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
	-Wmissing-prototypes -Wundef -Wformat=2
# What `dagsim --version --json` tells; free of paths, so that builds in two
# places are the same.
USER_FLAGS := $(strip $(CFLAGS) $(CPPFLAGS) $(LDFLAGS))
override CFLAGS += -std=c11 -D_POSIX_C_SOURCE=200809L $(WARN) \
	-ffp-contract=off -fno-fast-math -pthread \
	-ffile-prefix-map=$(CURDIR)=. -Isrc -I. \
	-DDAGSIM_VERSION='"$(VERSION)"' $(shell pkg-config --cflags $(PKGS))
LIBS := $(shell pkg-config --libs $(PKGS)) -lm -pthread -ldl
# What programs are linked with; make mutate takes the shared one.
DAGSIM_LIB ?= $(BUILD)/libdagsim.a

# A third of what a short run takes is loading shared libraries and relocating
# the program.  So where there are archives the program holds what it needs of
# them, and it stays where it is linked.  STATIC= and PIE= undo that.
STATIC   ?= yaml gsl gslcblas md
PIE      ?= -no-pie
archive   = $(filter /%,$(shell $(CC) -print-file-name=lib$(1).a))
PROG_LIBS := $(foreach l,$(LIBS),$(if $(filter $(STATIC:%=-l%),$(l)),$(or \
	$(call archive,$(l:-l%=%)),$(l)),$(l)))

LIB_SRC  := $(sort $(wildcard src/*/*.c))
CLI_SRC  := $(sort $(wildcard cli/*.c))
LIB_OBJ  := $(LIB_SRC:%.c=$(BUILD)/%.o)
CLI_OBJ  := $(CLI_SRC:%.c=$(BUILD)/%.o)
TEST_SRC := $(sort $(wildcard tests/unit/test_*.c tests/prop/test_*.c \
	tests/oracle/test_*.c tests/policies/test_*.c))
TEST_BIN := $(TEST_SRC:tests/%.c=$(BUILD)/tests/%)
TEST_LIB := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/support/*.c))
BENCH_BIN := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/bench/*.c))
FUZZ_SRC := $(wildcard tests/fuzz/fuzz_*.c)
REPLAY   := $(FUZZ_SRC:tests/fuzz/fuzz_%.c=$(BUILD)/tests/fuzz/replay_%)

.PHONY: all programs check check-fast bench lint format asan soak fuzz mutate \
	install uninstall clean FORCE
.SECONDARY:
all: $(BUILD)/dagsim
ifeq ($(BUILD),build)
all: dagsim
dagsim: $(BUILD)/dagsim
	ln -sf $(BUILD)/dagsim $@
endif

$(BUILD)/dagsim: $(CLI_OBJ) $(DAGSIM_LIB)
	$(CC) $(CFLAGS) $(PIE) $(LDFLAGS) -rdynamic -o $@ $(CLI_OBJ) \
		-Wl,--whole-archive $(DAGSIM_LIB) \
		-Wl,--no-whole-archive $(PROG_LIBS)

$(BUILD)/libdagsim.a: $(LIB_OBJ)
	rm -f $@
	$(AR) rcs $@ $(LIB_OBJ)

$(BUILD)/%.o: %.c Makefile VERSION
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(CPPFLAGS) -fPIC -fno-semantic-interposition \
		-MMD -MP -c -o $@ $<

$(BUILD)/cli/version.o: CPPFLAGS += -DDAGSIM_FLAGS='"$(USER_FLAGS)"' \
	-DDAGSIM_LIBMD_VERSION='"$(shell pkg-config --modversion libmd)"'

# The commands without main, for tests that call them.
$(BUILD)/libcli.a: $(filter-out %/main.o,$(CLI_OBJ))
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(TEST_LIB) $(BUILD)/libcli.a \
		$(DAGSIM_LIB)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -rdynamic -o $@ $< $(TEST_LIB) \
		$(BUILD)/libcli.a $(DAGSIM_LIB) $(shell pkg-config --libs $(TEST_PKGS)) $(LIBS)

$(BUILD)/tests/bench/%: $(BUILD)/tests/bench/%.o $(BUILD)/libdagsim.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< $(BUILD)/libdagsim.a $(LIBS)

$(BUILD)/$(SONAME): $(LIB_OBJ)
	$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) -o $@ \
		$(LIB_OBJ) $(LIBS)

# With ONLY=part-of-a-name, what has no such part is not even linked.
only = $(if $(ONLY),$(foreach t,$(1),$(if $(findstring $(ONLY),$(t)),$(t))),$(1))
check: all $(call only,$(TEST_BIN)) \
		$(if $(call only,tests/fuzz/replay.sh),$(REPLAY))
	@BUILD=$(BUILD) CC="$(CC)" sh tests/run.sh $(TEST_BIN)

programs: $(TEST_BIN)

bench: all $(BENCH_BIN)
	@for b in $(BENCH_BIN); do echo "== $$b"; $$b || exit 1; done
	@for b in tests/bench/*.sh; do \
		[ ! -f $$b ] || { echo "== $$b"; BUILD=$(BUILD) sh $$b || exit 1; }; \
	done

# Its own folder, since every object differs.  UBSan ends at its first find.
asan:
	$(MAKE) BUILD=build-asan CFLAGS="-O1 -g -fno-omit-frame-pointer \
		-fsanitize=address,undefined -fno-sanitize-recover=all" \
		all check

SOAK ?= 1000000
soak: all $(TEST_BIN)
	@for t in $(filter $(BUILD)/tests/prop/% $(BUILD)/tests/policies/%,\
			$(TEST_BIN)); do \
		echo "== $$t"; CK_DEFAULT_TIMEOUT=0 SOAK=$(SOAK) $$t || exit 1; \
	done

# A loader's corpus is replayed by make check with any compiler (replay.c);
# make fuzz searches on with libFuzzer and keeps what it finds new.
$(BUILD)/tests/fuzz/replay_%: tests/fuzz/fuzz_%.c tests/fuzz/replay.c \
		$(wildcard tests/fuzz/*.h) $(BUILD)/libdagsim.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(CPPFLAGS) $(LDFLAGS) -o $@ $< tests/fuzz/replay.c \
		$(BUILD)/libdagsim.a $(shell pkg-config --libs libcjson) $(LIBS)

FUZZ_SECONDS ?= 60
FUZZ_FLAGS := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
fuzz:
	$(MAKE) BUILD=build-fuzz CC=clang build-fuzz/libdagsim.a \
		CFLAGS="$(FUZZ_FLAGS) -fsanitize=fuzzer-no-link"
	@for f in $(FUZZ_SRC:tests/fuzz/fuzz_%.c=%); do \
		echo "== $$f" && mkdir -p build-fuzz/new/$$f && \
		clang $(CFLAGS) $(FUZZ_FLAGS) -fsanitize=fuzzer \
			-o build-fuzz/$$f tests/fuzz/fuzz_$$f.c \
			build-fuzz/libdagsim.a $(shell pkg-config --libs libcjson) $(LIBS) && \
		build-fuzz/$$f -max_total_time=$(FUZZ_SECONDS) -timeout=10 \
			-max_len=16384 -print_final_stats=1 \
			-artifact_prefix=build-fuzz/ build-fuzz/new/$$f \
			tests/fuzz/corpus/$$f || exit 1; \
	done

mutate: export MUTATE_CFLAGS = $(CFLAGS)
mutate: export MUTATE_RANDOM ?= 0
mutate:
	@CC="$(CC)" LIBS="$(LIBS)" sh tests/mutate.sh

lint: all
	@BUILD=$(BUILD) sh tests/support/lint.sh

format:
	clang-format -i $$(find src cli tests -name '*.[ch]')

$(BUILD)/dagsim.pc: dagsim.pc.in VERSION FORCE
	@mkdir -p $(@D)
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' \
		-e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCDIR@|$(INCDIR)|' $< > $@

INSTALL := install
BASHDIR ?= $(DATADIR)/bash-completion/completions
ZSHDIR  ?= $(DATADIR)/zsh/site-functions
FISHDIR ?= $(DATADIR)/fish/vendor_completions.d
HEADERS := $(patsubst src/%,%,$(wildcard src/*/*.h))
PAGES   := $(wildcard man/*.1 man/*.3 man/*.5)

install: all $(BUILD)/$(SONAME) $(BUILD)/dagsim.pc
	$(INSTALL) -D -m 755 $(BUILD)/dagsim $(DESTDIR)$(BINDIR)/dagsim
	$(INSTALL) -D -m 644 $(BUILD)/libdagsim.a $(DESTDIR)$(LIBDIR)/libdagsim.a
	$(INSTALL) -D -m 644 $(BUILD)/$(SONAME) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libdagsim.so
	$(INSTALL) -D -m 644 $(BUILD)/dagsim.pc \
		$(DESTDIR)$(LIBDIR)/pkgconfig/dagsim.pc
	@for h in $(HEADERS); do $(INSTALL) -D -m 644 src/$$h \
		$(DESTDIR)$(INCDIR)/dagsim/$$h || exit 1; done
	@for p in $(PAGES); do $(INSTALL) -D -m 644 $$p \
		$(DESTDIR)$(MANDIR)/man$${p##*.}/$${p#man/} || exit 1; done
	@for w in $(wildcard workloads/*.* workloads/*/*.*); do $(INSTALL) -D -m 644 $$w \
		$(DESTDIR)$(DATADIR)/dagsim/$$w || exit 1; done
	@mkdir -p $(DESTDIR)$(BASHDIR) $(DESTDIR)$(ZSHDIR) $(DESTDIR)$(FISHDIR)
	$(BUILD)/dagsim completion bash > $(DESTDIR)$(BASHDIR)/dagsim
	$(BUILD)/dagsim completion zsh > $(DESTDIR)$(ZSHDIR)/_dagsim
	$(BUILD)/dagsim completion fish > $(DESTDIR)$(FISHDIR)/dagsim.fish

uninstall:
	rm -f $(DESTDIR)$(BINDIR)/dagsim $(DESTDIR)$(LIBDIR)/libdagsim.a \
		$(DESTDIR)$(LIBDIR)/libdagsim.so \
		$(DESTDIR)$(LIBDIR)/$(SONAME) \
		$(DESTDIR)$(LIBDIR)/pkgconfig/dagsim.pc \
		$(DESTDIR)$(BASHDIR)/dagsim $(DESTDIR)$(ZSHDIR)/_dagsim \
		$(DESTDIR)$(FISHDIR)/dagsim.fish
	for p in $(PAGES); do \
		rm -f $(DESTDIR)$(MANDIR)/man$${p##*.}/$${p#man/}; done
	rm -rf $(DESTDIR)$(INCDIR)/dagsim $(DESTDIR)$(DATADIR)/dagsim

clean:
	rm -rf build build-asan build-fuzz $(BUILD) dagsim

FORCE:

-include $(LIB_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(TEST_BIN:=.d) $(TEST_LIB:.o=.d) \
	$(BENCH_BIN:=.d)
