# dagsim - build, test, install.  POSIX make plus GNU functions.
#   make            the program ./dagsim and the library
#   make check      the test suite (under 10 minutes on 2 cores)
#   make bench      timings; never part of a test
#   make lint       format, layers, cppcheck, clang-tidy, man pages
#   make asan       the suite under AddressSanitizer and UBSan
#   make soak       long random runs       make fuzz   libFuzzer (clang)
#   make install    PREFIX=/usr/local DESTDIR=
VERSION  := $(shell cat VERSION)
PREFIX   ?= /usr/local
BINDIR   ?= $(PREFIX)/bin
LIBDIR   ?= $(PREFIX)/lib
INCDIR   ?= $(PREFIX)/include
MANDIR   ?= $(PREFIX)/share/man
DATADIR  ?= $(PREFIX)/share
CC       ?= cc
CFLAGS   ?= -O2 -g
BUILD    ?= build
PKGS     := yaml-0.1 libcjson gsl libmd

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
	-Wmissing-prototypes -Wundef -Wformat=2
# What `dagsim --version --json` tells; free of paths, so that builds in two
# places are the same.
USER_FLAGS := $(CFLAGS) $(CPPFLAGS) $(LDFLAGS)
override CFLAGS += -std=c11 -D_POSIX_C_SOURCE=200809L $(WARN) \
	-ffp-contract=off -fno-fast-math -pthread \
	-ffile-prefix-map=$(CURDIR)=. -Isrc -I. \
	-DDAGSIM_VERSION='"$(VERSION)"' $(shell pkg-config --cflags $(PKGS))
LIBS := $(shell pkg-config --libs $(PKGS)) -lm -pthread -ldl

LIB_SRC  := $(sort $(wildcard src/*/*.c))
CLI_SRC  := $(sort $(wildcard cli/*.c))
LIB_OBJ  := $(LIB_SRC:%.c=$(BUILD)/%.o)
CLI_OBJ  := $(CLI_SRC:%.c=$(BUILD)/%.o)
TEST_SRC := $(sort $(wildcard tests/unit/test_*.c tests/prop/test_*.c \
	tests/oracle/test_*.c tests/policies/test_*.c))
TEST_BIN := $(TEST_SRC:tests/%.c=$(BUILD)/tests/%)
TEST_LIB := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/support/*.c))
BENCH_BIN := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/bench/*.c))

.PHONY: all check check-fast bench lint format asan soak fuzz install \
	uninstall clean
.SECONDARY:
all: dagsim

dagsim: $(BUILD)/dagsim
	ln -sf $(BUILD)/dagsim $@

$(BUILD)/dagsim: $(CLI_OBJ) $(BUILD)/libdagsim.a
	$(CC) $(CFLAGS) $(LDFLAGS) -rdynamic -o $@ $(CLI_OBJ) \
		-Wl,--whole-archive $(BUILD)/libdagsim.a \
		-Wl,--no-whole-archive $(LIBS)

$(BUILD)/libdagsim.a: $(LIB_OBJ)
	rm -f $@
	$(AR) rcs $@ $(LIB_OBJ)

$(BUILD)/%.o: %.c Makefile VERSION
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(CPPFLAGS) -fPIC -MMD -MP -c -o $@ $<

$(BUILD)/cli/version.o: CPPFLAGS += -DDAGSIM_FLAGS='"$(USER_FLAGS)"' \
	-DDAGSIM_LIBMD_VERSION='"$(shell pkg-config --modversion libmd)"'

# The commands without main, for tests that call them.
$(BUILD)/libcli.a: $(filter-out %/main.o,$(CLI_OBJ))
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(TEST_LIB) $(BUILD)/libcli.a \
		$(BUILD)/libdagsim.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -rdynamic -o $@ $< $(TEST_LIB) \
		$(BUILD)/libcli.a $(BUILD)/libdagsim.a $(shell pkg-config --libs check) $(LIBS)

$(BUILD)/tests/bench/%: $(BUILD)/tests/bench/%.o $(BUILD)/libdagsim.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< $(BUILD)/libdagsim.a $(LIBS)

check: all $(TEST_BIN)
	BUILD=$(BUILD) sh tests/run.sh $(TEST_BIN)

clean:
	rm -rf $(BUILD) dagsim

-include $(LIB_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(TEST_BIN:=.d) $(TEST_LIB:.o=.d)
