// Simulated players of many presentations on one thread. Each player selects a presentation by Zipf's law, requests its
// playlists and initialization segments, and then one segment of each rendition per segment duration, from a random
// position on. It changes to another presentation now and then, and at the end of a movie. The summary is written to
// standard output, as JSON.
//
//     PresentationViewers ADDRESS PORT PLAYERS SECONDS WARM-UP EXPONENT FILE
//
// FILE contains the paths of the playlists, one on each line, in order of popularity. Responses during the first WARM-UP
// seconds are not part of the summary, unless they fail. The bodies of segments are not copied out of the kernel, so
// that most of the processor time is the server's.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
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

enum { LONGEST_TEXT = 4 << 20, LONGEST_HEADER = 8 << 10, TRACKS = 2, CHANGE_AFTER = 20, STEP_MS = 5 };

typedef enum { ENTRY, PLAYLIST, INITIALIZATION, SEGMENT, KINDS } Kind;
static const char *const kind_names[KINDS] = {"entry", "playlist", "initialization", "segment"};

// A rendition, as of its last playlist.
typedef struct {
    char *path, *initialization;
    char **segments;
    double *durations;
    size_t count;
    uint64_t first; // the media sequence number of the first segment
    bool has_ended;
} Track;

typedef struct {
    char *path;
    Track tracks[TRACKS];
    size_t track_count;
} Movie;

typedef struct {
    int file;
    Movie *movie;
    size_t track;
    Kind kind;
    bool is_waiting; // for the response
    uint64_t next;   // the media sequence number of the next segment
    uint64_t played; // segments of this presentation
    uint64_t due, asked;
    char *text; // a header or a text, as far as it was received
    size_t length, capacity;
    uint32_t status;
    uint64_t whole, left; // the size of the body, and the rest of a segment's body
} Player;

typedef struct {
    uint32_t *times; // microseconds
    size_t count, capacity;
} Times;

static const char *address;
static uint16_t port;
static Movie *movies;
static size_t movie_count;
static double *shares; // cumulative
static Times times[KINDS];
static size_t failures, lost;
static uint64_t bytes, measured_from;
static int poller;

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void *grown(void *memory, size_t size) {
    void *result = realloc(memory, size);
    if (!result) fail("realloc");
    return result;
}

static Movie *selected(void) {
    double wanted = drand48() * shares[movie_count - 1];
    size_t low = 0, high = movie_count - 1;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (shares[middle] < wanted) low = middle + 1;
        else high = middle;
    }
    return &movies[low];
}

static void connect_player(Player *one) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    if (inet_pton(AF_INET, address, &to.sin_addr) != 1) exit(64);
    int yes = 1;
    one->file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (one->file < 0 || connect(one->file, (struct sockaddr *)&to, sizeof to) < 0) fail("connect");
    setsockopt(one->file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    fcntl(one->file, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = one};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, one->file, &event) < 0) fail("epoll_ctl");
}

static void start(Player *one, uint64_t at) {
    one->movie = selected();
    one->kind = ENTRY;
    one->track = 0;
    one->played = 0;
    one->due = at;
}

// Connects again and selects another presentation, a second later.
static void lose(Player *one) {
    lost++;
    close(one->file);
    one->is_waiting = false;
    one->length = 0;
    one->left = 0;
    connect_player(one);
    start(one, now() + 1000000000u);
}

static void ask(Player *one, const char *path) {
    char request[2048];
    int size = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: %s\r\nAccept: */*\r\nUser-Agent: viewers\r\n\r\n",
                        path, address);
    one->length = 0;
    one->is_waiting = true;
    one->asked = now();
    if (size >= (int)sizeof request || send(one->file, request, (size_t)size, MSG_NOSIGNAL) != size) lose(one);
}

// Requests what the player needs next. Its time has come.
static void proceed(Player *one) {
    Track *track = &one->movie->tracks[one->track];
    switch (one->kind) {
    case ENTRY: return ask(one, one->movie->path);
    case PLAYLIST: return ask(one, track->path);
    case INITIALIZATION: return ask(one, track->initialization);
    case SEGMENT:
        if (one->next < track->first) one->next = track->first; // the window of a live stream has moved on
        return ask(one, track->segments[one->next - track->first]);
    default: return;
    }
}

// Returns the path of a reference in the playlist at `base`.
static char *resolved(const char *base, const char *reference, size_t length) {
    size_t folder = reference[0] == '/' ? 0 : (size_t)(strrchr(base, '/') + 1 - base);
    while (length > 3 && folder > 1 && !memcmp(reference, "../", 3)) {
        reference += 3;
        length -= 3;
        for (folder--; folder > 1 && base[folder - 1] != '/';) folder--;
    }
    char *result = grown(NULL, folder + length + 1);
    memcpy(result, base, folder);
    memcpy(result + folder, reference, length);
    result[folder + length] = 0;
    return result;
}

// Returns the value of a quoted URI attribute in a line; NULL if it has none.
static const char *attribute(const char *line, size_t size, size_t *length) {
    const char *name = memmem(line, size, "URI=\"", 5);
    const char *quote = name ? memchr(name + 5, '"', (size_t)(line + size - name - 5)) : NULL;
    if (!quote) return NULL;
    *length = (size_t)(quote - name - 5);
    return name + 5;
}

static void add_track(Movie *movie, const char *uri, size_t length) {
    if (movie->track_count < TRACKS) movie->tracks[movie->track_count++].path = resolved(movie->path, uri, length);
}

// Reads a multivariant playlist: the first variant and the first audio rendition. Another text is the only rendition.
static void read_entry(Movie *movie, const char *text, size_t size) {
    if (movie->track_count) return;
    bool is_variant = false;
    const char *audio = NULL;
    size_t audio_length = 0;
    const char *end = text + size;
    for (const char *line = text; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop) stop = end;
        size_t length = (size_t)(stop - line);
        if (length && line[length - 1] == '\r') length--;
        if (length > 18 && !memcmp(line, "#EXT-X-STREAM-INF:", 18)) {
            is_variant = true;
        } else if (!audio && length > 13 && !memcmp(line, "#EXT-X-MEDIA:", 13) && memmem(line, length, "TYPE=AUDIO", 10)) {
            audio = attribute(line, length, &audio_length);
        } else if (is_variant && length && *line != '#') {
            add_track(movie, line, length);
            is_variant = false;
            break;
        }
        line = stop + 1;
    }
    if (!movie->track_count) add_track(movie, movie->path, strlen(movie->path));
    else if (audio) add_track(movie, audio, audio_length);
}

static void read_playlist(Track *track, const char *text, size_t size) {
    for (size_t index = 0; index < track->count; index++) free(track->segments[index]);
    track->count = 0;
    track->has_ended = false;
    double duration = 0;
    const char *end = text + size;
    for (const char *line = text; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop) stop = end;
        size_t length = (size_t)(stop - line), uri_length;
        if (length && line[length - 1] == '\r') length--;
        if (length > 8 && !memcmp(line, "#EXTINF:", 8)) {
            duration = strtod(line + 8, NULL);
        } else if (length > 22 && !memcmp(line, "#EXT-X-MEDIA-SEQUENCE:", 22)) {
            track->first = strtoul(line + 22, NULL, 10);
        } else if (length > 11 && !memcmp(line, "#EXT-X-MAP:", 11)) {
            const char *uri = attribute(line, length, &uri_length);
            if (uri) {
                free(track->initialization);
                track->initialization = resolved(track->path, uri, uri_length);
            }
        } else if (length >= 14 && !memcmp(line, "#EXT-X-ENDLIST", 14)) {
            track->has_ended = true;
        } else if (length && *line != '#') {
            if (track->count % 64 == 0) {
                track->segments = grown(track->segments, (track->count + 64) * sizeof *track->segments);
                track->durations = grown(track->durations, (track->count + 64) * sizeof *track->durations);
            }
            track->segments[track->count] = resolved(track->path, line, length);
            track->durations[track->count++] = duration;
        }
        line = stop + 1;
    }
}

// Selects the next request after a segment of the current rendition, or after its initialization segment.
static void follow(Player *one, uint64_t at) {
    Movie *movie = one->movie;
    if (one->kind == INITIALIZATION && one->track + 1 < movie->track_count) {
        one->track++;
        one->kind = PLAYLIST;
        one->due = at;
        return;
    }
    if (one->kind == SEGMENT && one->track + 1 < movie->track_count) {
        Track *other = &movie->tracks[one->track + 1];
        if (other->count && one->next >= other->first && one->next < other->first + other->count) {
            one->track++;
            one->due = at;
            return;
        }
    }
    Track *track = &movie->tracks[0];
    if (one->kind == INITIALIZATION) {
        // A movie is played from a random position, a live stream three segments before its end.
        uint64_t live = track->count > 3 ? track->count - 3 : 0;
        one->next = track->first + (track->has_ended ? (uint64_t)(drand48() * (double)track->count) : live);
        // The first request comes at a random time, so that the players are not synchronized.
        one->due = at + (uint64_t)(drand48() * track->durations[0] * 1e9);
    } else {
        uint64_t position = one->next - track->first;
        double pace = position < track->count ? track->durations[position] : 1;
        one->due = one->due + (uint64_t)(pace * 1e9);
        if (one->due < at) one->due = at;
        one->next++;
        one->played++;
    }
    one->track = 0;
    one->kind = SEGMENT;
    if (track->has_ended && (one->next >= track->first + track->count || (one->played && lrand48() % CHANGE_AFTER == 0)))
        return start(one, one->due);
    // The next segment of a live stream is in a later playlist.
    if (one->next >= track->first + track->count) one->kind = PLAYLIST;
}

static void finish(Player *one, const char *body, size_t length) {
    uint64_t at = now();
    one->is_waiting = false;
    if (one->status != 200) {
        failures++;
        return start(one, at + 1000000000u);
    }
    if (at >= measured_from) {
        Times *all = &times[one->kind];
        if (all->count == all->capacity) {
            all->capacity = all->capacity ? all->capacity * 2 : 1 << 14;
            all->times = grown(all->times, all->capacity * sizeof *all->times);
        }
        all->times[all->count++] = (uint32_t)((at - one->asked) / 1000);
        bytes += one->whole;
    }
    Track *track = &one->movie->tracks[one->track];
    one->due = one->kind == SEGMENT ? one->due : at;
    switch (one->kind) {
    case ENTRY:
        read_entry(one->movie, body, length);
        one->kind = PLAYLIST;
        return;
    case PLAYLIST:
        read_playlist(track, body, length);
        if (!track->count) return start(one, at + 1000000000u);
        if (one->played) {
            if (one->track + 1 < one->movie->track_count) {
                one->track++;
                return;
            }
            one->track = 0;
            track = &one->movie->tracks[0];
            one->kind = SEGMENT;
            if (one->next < track->first + track->count) return;
            // Not published yet, or the stream has ended.
            if (track->has_ended) return start(one, at);
            one->kind = PLAYLIST;
            one->due = at + (uint64_t)(track->durations[0] * 0.5e9);
            return;
        }
        one->kind = INITIALIZATION;
        if (!track->initialization) follow(one, at);
        return;
    case INITIALIZATION:
    case SEGMENT: return follow(one, at);
    default: return;
    }
}

static void receive(Player *one) {
    while (one->is_waiting) {
        if (one->left) {
            ssize_t size = recv(one->file, NULL, one->left, MSG_TRUNC);
            if (size < 0 && (errno == EINTR || errno == EAGAIN)) return;
            if (size <= 0) return lose(one);
            one->left -= (size_t)size;
            if (!one->left) finish(one, NULL, 0);
            continue;
        }
        // Reads no more of a segment than its header and a little, so that the rest is discarded in the kernel.
        size_t wanted = one->kind >= INITIALIZATION ? 1024 : 64 << 10;
        if (one->capacity < one->length + wanted) {
            one->capacity = one->length + wanted;
            if (one->capacity > LONGEST_TEXT) return lose(one);
            one->text = grown(one->text, one->capacity);
        }
        ssize_t size = recv(one->file, one->text + one->length, wanted, 0);
        if (size < 0 && (errno == EINTR || errno == EAGAIN)) return;
        if (size <= 0) return lose(one);
        one->length += (size_t)size;
        const char *end = memmem(one->text, one->length, "\r\n\r\n", 4);
        if (!end) {
            if (one->length > LONGEST_HEADER) return lose(one);
            continue;
        }
        const char *field = memmem(one->text, (size_t)(end - one->text) + 2, "\r\nContent-Length: ", 18);
        if (!field) return lose(one);
        one->status = (uint32_t)strtoul(one->text + 9, NULL, 10);
        one->whole = strtoul(field + 18, NULL, 10);
        size_t there = one->length - (size_t)(end + 4 - one->text);
        if (there >= one->whole) finish(one, end + 4, one->whole);
        else if (one->kind >= INITIALIZATION) one->left = one->whole - there;
        // Other bodies are read completely.
    }
}

static int compare(const void *left, const void *right) {
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

static void print(const char *name, Times *all) {
    qsort(all->times, all->count, sizeof *all->times, compare);
    const double at[] = {0.5, 0.95, 0.99, 1};
    printf("\"%s\": {\"count\": %zu, \"ms\": [", name, all->count);
    for (size_t index = 0; index < 4; index++) {
        size_t position = (size_t)(at[index] * (double)all->count);
        if (position >= all->count) position = all->count - 1;
        printf("%s%.3f", index ? ", " : "", all->count ? all->times[position] / 1000.0 : 0);
    }
    size_t late = 0;
    for (size_t index = 0; index < all->count; index++) late += all->times[index] > 100000;
    printf("], \"late\": %zu}, ", late);
}

static void read_paths(const char *file, double exponent) {
    FILE *list = fopen(file, "r");
    if (!list) fail(file);
    char line[1024];
    double sum = 0;
    while (fgets(line, sizeof line, list)) {
        line[strcspn(line, "\r\n")] = 0;
        if (*line != '/') continue;
        movies = grown(movies, (movie_count + 1) * sizeof *movies);
        shares = grown(shares, (movie_count + 1) * sizeof *shares);
        movies[movie_count] = (Movie){.path = strdup(line)};
        sum += 1 / pow((double)(movie_count + 1), exponent);
        shares[movie_count++] = sum;
    }
    fclose(list);
    if (!movie_count) exit(64);
}

int main(int argc, char **argv) {
    if (argc != 8) {
        fprintf(stderr, "usage: PresentationViewers ADDRESS PORT PLAYERS SECONDS WARM-UP EXPONENT FILE\n");
        return 64;
    }
    address = argv[1];
    port = (uint16_t)strtoul(argv[2], NULL, 10);
    size_t total = strtoul(argv[3], NULL, 10);
    double seconds = strtod(argv[4], NULL), warm_up = strtod(argv[5], NULL);
    read_paths(argv[7], strtod(argv[6], NULL));
    srand48(1);
    struct rlimit files = {.rlim_cur = total + 64, .rlim_max = total + 64};
    getrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur < total + 64) files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);

    Player *all = calloc(total, sizeof *all);
    poller = epoll_create1(EPOLL_CLOEXEC);
    if (!all || poller < 0) fail("epoll_create1");
    uint64_t begin = now();
    measured_from = begin + (uint64_t)(warm_up * 1e9);
    uint64_t end = measured_from + (uint64_t)(seconds * 1e9);
    for (size_t index = 0; index < total; index++) {
        connect_player(&all[index]);
        // The players start during half of the warm-up time.
        start(&all[index], begin + (uint64_t)(warm_up * 0.5e9 * (double)index / (double)total));
    }
    uint64_t next_step = 0;
    while (now() < end) {
        struct epoll_event events[256];
        int ready = epoll_wait(poller, events, 256, STEP_MS);
        for (int index = 0; index < ready; index++) {
            Player *one = events[index].data.ptr;
            // The peer has closed an idle connection.
            if (one->is_waiting) receive(one);
            else lose(one);
        }
        uint64_t at = now();
        if (at < next_step) continue;
        next_step = at + STEP_MS * 1000000u;
        for (size_t index = 0; index < total; index++)
            if (!all[index].is_waiting && all[index].due <= at) proceed(&all[index]);
    }
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    printf("{");
    for (Kind kind = ENTRY; kind < KINDS; kind++) print(kind_names[kind], &times[kind]);
    printf("\"failures\": %zu, \"lost\": %zu, \"bytes\": %llu, \"user\": %ld.%06ld, \"system\": %ld.%06ld}\n", failures, lost,
           (unsigned long long)bytes, used.ru_utime.tv_sec, used.ru_utime.tv_usec, used.ru_stime.tv_sec,
           used.ru_stime.tv_usec);
    return 0;
}
