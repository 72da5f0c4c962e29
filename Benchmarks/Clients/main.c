// Simulated Low-Latency HLS players on one thread. Each requests the playlist with the next part, waits for it, fetches
// that part, and repeats. The results are written to a file, one entry for each response.
//
//     LowLatencyClients ADDRESS PORT CLIENTS SECONDS FILE PLAYLIST…
//
// Each client has a separate connection to each playlist. The bodies of parts are not copied out of the kernel, so that
// most of the processor time is the server's.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST_ANSWER = 1 << 18, MOST_FAILURES = 3 };

typedef enum { PLAYLIST, PART } Kind;

// A response, in the format of the file.
typedef struct {
    uint64_t asked, answered; // nanoseconds of CLOCK_MONOTONIC
    uint32_t segment;         // the media sequence number of a blocking request; UINT32_MAX for other requests
    uint16_t part;
    uint8_t playlist, kind;
    uint32_t status, bytes;
} Entry;

typedef struct {
    int file;
    uint8_t playlist;
    Kind kind;
    bool is_blocking;
    int failures;
    uint32_t segment, part; // the next segment and part
    uint64_t asked;
    char *text; // the part of a response received so far, if it was incomplete
    size_t length;
    uint32_t status, whole;
    size_t left; // the remaining bytes of a part's body
} Connection;

static const char *address;
static char **playlists;
static Entry *entries;
static size_t count, capacity;
static int lost;

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void note(const Connection *one) {
    if (count == capacity) {
        capacity = capacity ? capacity * 2 : 1 << 16;
        entries = realloc(entries, capacity * sizeof *entries);
        if (!entries) fail("realloc");
    }
    entries[count++] = (Entry){
        .asked = one->asked, .answered = now(), .segment = one->is_blocking ? one->segment : UINT32_MAX,
        .part = (uint16_t)one->part, .playlist = one->playlist, .kind = (uint8_t)one->kind, .status = one->status,
        .bytes = one->whole,
    };
}

static void leave(Connection *one) {
    close(one->file);
    one->file = -1;
}

static void lose(Connection *one) {
    leave(one);
    lost++;
}

static void ask(Connection *one, Kind kind, const char *path, int length) {
    char request[1024];
    int size = snprintf(request, sizeof request, "GET %.*s", length, path);
    if (kind == PLAYLIST && one->is_blocking)
        size += snprintf(request + size, sizeof request - (size_t)size, "?_HLS_msn=%u&_HLS_part=%u&_HLS_skip=YES",
                         one->segment, one->part);
    size += snprintf(request + size, sizeof request - (size_t)size,
                     " HTTP/1.1\r\nHost: %s\r\nAccept: */*\r\nUser-Agent: clients\r\n\r\n", address);
    one->kind = kind;
    one->length = 0;
    one->asked = now();
    if (send(one->file, request, (size_t)size, MSG_NOSIGNAL) != size) lose(one);
}

static void ask_playlist(Connection *one) {
    const char *path = playlists[one->playlist];
    ask(one, PLAYLIST, path, (int)strlen(path));
}

// Reads the end of the playlist and the URI of its newest part. Returns false if it lists no part.
static bool read_playlist(Connection *one, const char *text, size_t length, const char **uri, int *uri_length) {
    uint32_t segments = 0, parts = 0;
    const char *end = text + length;
    *uri = NULL;
    for (const char *line = text; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop) stop = end;
        size_t size = (size_t)(stop - line);
        if (size > 8 && !memcmp(line, "#EXTINF:", 8)) {
            segments++;
            parts = 0;
        } else if (size > 12 && !memcmp(line, "#EXT-X-PART:", 12)) {
            const char *name = memmem(line, size, "URI=\"", 5);
            const char *quote = name ? memchr(name + 5, '"', (size_t)(stop - name - 5)) : NULL;
            if (quote) {
                *uri = name + 5;
                *uri_length = (int)(quote - name - 5);
            }
            parts++;
        } else if (size > 22 && !memcmp(line, "#EXT-X-MEDIA-SEQUENCE:", 22)) {
            segments += (uint32_t)strtoul(line + 22, NULL, 10);
        } else if (size > 29 && !memcmp(line, "#EXT-X-SKIP:SKIPPED-SEGMENTS=", 29)) {
            segments += (uint32_t)strtoul(line + 29, NULL, 10);
        }
        line = stop + 1;
    }
    one->segment = segments;
    one->part = parts;
    return *uri != NULL;
}

static void finish(Connection *one, const char *body, size_t length) {
    note(one);
    if (one->kind == PART || one->status != 200) {
        if (one->status == 200) one->failures = 0;
        else if (++one->failures > MOST_FAILURES) return lose(one);
        else if (one->kind == PLAYLIST) one->is_blocking = false;
        return ask_playlist(one);
    }
    const char *uri;
    int uri_length = 0;
    if (memmem(body, length, "#EXT-X-ENDLIST", 14)) return leave(one);
    bool has_part = read_playlist(one, body, length, &uri, &uri_length);
    bool was_blocking = one->is_blocking;
    one->is_blocking = true;
    // Skips the parts already published, so that each measured part is new.
    if (!was_blocking || !has_part) return ask_playlist(one);
    const char *path = playlists[one->playlist];
    char part[512];
    int folder = (int)(strrchr(path, '/') + 1 - path);
    int size = snprintf(part, sizeof part, "%.*s%.*s", folder, path, uri_length, uri);
    ask(one, PART, part, size);
}

// Parses received bytes. `text` is the response received so far.
static void take(Connection *one, const char *text, size_t length) {
    const char *end = memmem(text, length, "\r\n\r\n", 4);
    if (end) {
        const char *field = memmem(text, (size_t)(end - text) + 2, "\r\nContent-Length: ", 18);
        one->status = length > 12 ? (uint32_t)strtoul(text + 9, NULL, 10) : 0;
        one->whole = field ? (uint32_t)strtoul(field + 18, NULL, 10) : 0;
        const char *body = end + 4;
        size_t there = length - (size_t)(body - text);
        if (there >= one->whole) {
            one->length = 0;
            return finish(one, body, one->whole);
        }
        if (one->kind == PART) {
            one->length = 0;
            one->left = one->whole - there;
            return;
        }
    }
    // The response is incomplete; keep it until more arrives.
    if (one->text != text) {
        if (!one->text) one->text = malloc(LONGEST_ANSWER);
        if (!one->text) fail("malloc");
        memcpy(one->text, text, length);
    }
    one->length = length;
    if (length == LONGEST_ANSWER) lose(one);
}

static void receive(Connection *one) {
    static char shared[LONGEST_ANSWER];
    size_t wanted = 0;
    ssize_t size = 0;
    // A short read means that the socket is empty.
    while (one->file >= 0 && (size_t)size == wanted) {
        if (one->left > 0) {
            wanted = one->left;
            size = recv(one->file, NULL, wanted, MSG_TRUNC);
        } else if (one->length > 0) {
            wanted = LONGEST_ANSWER - one->length;
            size = recv(one->file, one->text + one->length, wanted, 0);
        } else {
            // Large enough for a header and a playlist. The rest of a part's body is discarded in the kernel.
            wanted = one->kind == PART ? 1024 : sizeof shared;
            size = recv(one->file, shared, wanted, 0);
        }
        if (size < 0 && (errno == EINTR || errno == EAGAIN)) return;
        if (size <= 0) return lose(one);
        if (one->left > 0) {
            one->left -= (size_t)size;
            if (one->left == 0) finish(one, NULL, 0);
        } else if (one->length > 0) {
            take(one, one->text, one->length + (size_t)size);
        } else {
            take(one, shared, (size_t)size);
        }
    }
}

static int connected(uint16_t port) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    if (inet_pton(AF_INET, address, &to.sin_addr) != 1) exit(64);
    int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
    if (file < 0 || connect(file, (struct sockaddr *)&to, sizeof to) < 0) fail("connect");
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    fcntl(file, F_SETFL, O_NONBLOCK);
    return file;
}

int main(int argc, char **argv) {
    if (argc < 7) {
        fprintf(stderr, "usage: LowLatencyClients ADDRESS PORT CLIENTS SECONDS FILE PLAYLIST...\n");
        return 64;
    }
    address = argv[1];
    playlists = argv + 6;
    size_t each = (size_t)(argc - 6), total = each * strtoul(argv[3], NULL, 10);
    struct rlimit files = {.rlim_cur = total + 64, .rlim_max = total + 64};
    getrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur < total + 64) files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);

    Connection *all = calloc(total, sizeof *all);
    int poll = epoll_create1(EPOLL_CLOEXEC);
    if (!all || poll < 0) fail("epoll_create1");
    for (size_t index = 0; index < total; index++) {
        all[index].playlist = (uint8_t)(index % each);
        all[index].file = connected((uint16_t)strtoul(argv[2], NULL, 10));
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &all[index]};
        if (epoll_ctl(poll, EPOLL_CTL_ADD, all[index].file, &event) < 0) fail("epoll_ctl");
    }
    for (size_t index = 0; index < total; index++) ask_playlist(&all[index]);
    uint64_t end = now() + strtoul(argv[4], NULL, 10) * 1000000000u;
    while (now() < end) {
        struct epoll_event events[256];
        int ready = epoll_wait(poll, events, 256, 100);
        for (int index = 0; index < ready; index++) receive(events[index].data.ptr);
    }

    FILE *file = fopen(argv[5], "wb");
    if (!file || fwrite(entries, sizeof *entries, count, file) != count || fclose(file)) fail(argv[5]);
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    printf("{\"answers\": %zu, \"lost\": %d, \"user\": %ld.%06ld, \"system\": %ld.%06ld}\n", count, lost,
           used.ru_utime.tv_sec, used.ru_utime.tv_usec, used.ru_stime.tv_sec, used.ru_stime.tv_usec);
    return 0;
}
