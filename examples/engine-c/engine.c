/* A small engine behind a pipe, without a library. It answers one group,
 * batched-greedy: the first largest logit of each row, or the refusal of a broken row.
 * docs/engine-protocol.md describes what it reads and writes. Requests are compact JSON
 * with unique names where it matters, so strstr finds all that is needed. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 64, INFINITE = 0x7f800000 };

struct verdict { int token, broken, nan, inf, width; };

static float from(uint32_t bits) { float x; memcpy(&x, &bits, sizeof x); return x; }

/* What the bits of a logit mean; float32 holds all three formats exactly. */
static float logit(uint32_t bits, const char *dt) {
	if (dt[0] == 'b') return from(bits << 16); /* bf16 */
	if (dt[1] == '3') return from(bits);       /* f32 */
	uint32_t half = bits >> 15 << 31 | (bits & 0x7fff) << 13;
	return (bits >> 10 & 31) == 31 ? from(half | INFINITE) : from(half) * 0x1p112f;
}

/* Reads one row, hex words up to a quote. NaN and infinity are told by their bits:
 * compilers may take x != x for false. */
static struct verdict read_row(const char *words, const char *dt) {
	struct verdict v = {0};
	float best = from(INFINITE | 1u << 31);
	for (char *end; *words != '"'; words = end + (*end == ' '), v.width++) {
		float x = logit(strtoul(words, &end, 16), dt);
		uint32_t bits;
		memcpy(&bits, &x, sizeof bits);
		bits &= ~(1u << 31);
		v.nan += bits > INFINITE;
		v.inf += bits == INFINITE; /* of both signs: a mask counts too */
		if (bits <= INFINITE && x > best) best = x, v.token = v.width;
	}
#ifndef WRONG
	v.broken = v.nan > 0 || best == from(INFINITE) || best == from(INFINITE | 1u << 31);
#endif
	return v;
}

static void put(struct verdict v, const char *token) {
	if (v.broken)
		printf("{\"err\":{\"kind\":\"NonFiniteLogitsError\",\"where\":\"greedy argmax\","
		       "\"nan\":%d,\"inf\":%d,\"vocab\":%d}}", v.nan, v.inf, v.width);
	else
		printf(token, v.token);
}

/* Answers for the rows first, first+step, ...: as one batch, which the first broken row
 * refuses with its own census, and one by one. */
static void answer(const char *name, const struct verdict *rows, int n, int first, int step) {
	int broken = -1;
	printf("\"%s\":{\"order\":[", name);
	for (int i = 0, r = first; i < n; i++, r += step) {
		printf(i ? ",%d" : "%d", r);
		if (broken < 0 && rows[r].broken) broken = r;
	}
	printf("],\"batched\":");
	if (broken >= 0) put(rows[broken], "");
	for (int i = 0, r = first; broken < 0 && i < n; i++, r += step) put(rows[r], i ? ",%d" : "[%d");
	printf(broken < 0 ? "],\"single\":[" : ",\"single\":[");
	for (int i = 0, r = first; i < n; i++, r += step) { if (i) printf(","); put(rows[r], "%d"); }
	printf("],\"checked\":[");
	for (int i = 0, r = first; i < n; i++, r += step) { if (i) printf(","); put(rows[r], "{\"tok\":%d}"); }
	printf("]}");
}

int main(void) {
	char *line = NULL;
	size_t size = 0;
	for (; getline(&line, &size, stdin) > 0; fflush(stdout)) { /* the harness waits for each answer */
		const char *id = strstr(line, "\"id\":"), *dt = strstr(line, "\"dt\":\""), *at = strstr(line, "\"hex\":[\"");
		struct verdict rows[MOST_ROWS];
		int n = 0;
		printf("{\"id\":%lld,", id ? atoll(id + 5) : 0);
		if (strstr(line, "\"command\":\"config\"")) {
			printf("\"name\":\"example in C\",\"version\":\"1\",\"commands\":[\"batched-greedy\"]}\n");
		} else if (!strstr(line, "\"command\":\"batched-greedy\"") || !dt || !at) {
			printf("\"unsupported\":\"only batched-greedy\"}\n");
		} else {
			for (at += 8; n < MOST_ROWS && at[-1] == '"'; at = strchr(at, '"') + 3) rows[n++] = read_row(at, dt + 6);
			printf("\"out\":{"), answer("forward", rows, n, 0, 1);
			printf(","), answer("reversed", rows, n, n - 1, -1), printf("}}\n");
		}
	}
	return 0;
}
