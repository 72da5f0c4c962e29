#include "CCurl.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

// Responses may contain keys, and libcurl does not overwrite its buffers.
static void wipe_and_free(void *block) {
    if (block) explicit_bzero(block, malloc_usable_size(block));
    free(block);
}

static void *reallocate(void *block, size_t size) {
    if (!block) return malloc(size);
    size_t old = malloc_usable_size(block);
    if (size <= old && size > old / 2) return block;
    void *copy = malloc(size ? size : 1);
    if (!copy) return NULL;
    memcpy(copy, block, old < size ? old : size);
    wipe_and_free(block);
    return copy;
}

CURLcode sluice_curl_initialize(void) {
    return curl_global_init_mem(CURL_GLOBAL_DEFAULT, malloc, wipe_and_free, reallocate, strdup, calloc);
}

CURLcode sluice_curl_set_tls(CURL *transfer, curl_ssl_ctx_callback prepare, void *data) {
    CURLcode code = curl_easy_setopt(transfer, CURLOPT_SSL_CTX_FUNCTION, prepare);
    return code == CURLE_OK ? curl_easy_setopt(transfer, CURLOPT_SSL_CTX_DATA, data) : code;
}

CURLcode sluice_curl_set_number(CURL *transfer, CURLoption option, long value) {
    return curl_easy_setopt(transfer, option, value);
}

CURLcode sluice_curl_set_size(CURL *transfer, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(transfer, option, value);
}

CURLcode sluice_curl_set_text(CURL *transfer, CURLoption option, const char *value) {
    return curl_easy_setopt(transfer, option, value);
}

CURLcode sluice_curl_set_pointer(CURL *transfer, CURLoption option, void *value) {
    return curl_easy_setopt(transfer, option, value);
}

CURLcode sluice_curl_set_receivers(CURL *transfer, curl_write_callback header, curl_write_callback body) {
    CURLcode code = curl_easy_setopt(transfer, CURLOPT_HEADERFUNCTION, header);
    return code == CURLE_OK ? curl_easy_setopt(transfer, CURLOPT_WRITEFUNCTION, body) : code;
}

CURLcode sluice_curl_set_senders(CURL *transfer, curl_read_callback body, curl_seek_callback seek) {
    CURLcode code = curl_easy_setopt(transfer, CURLOPT_READFUNCTION, body);
    return code == CURLE_OK ? curl_easy_setopt(transfer, CURLOPT_SEEKFUNCTION, seek) : code;
}

CURLcode sluice_curl_set_guards(CURL *transfer, curl_opensocket_callback open, curl_prereq_callback request) {
    CURLcode code = curl_easy_setopt(transfer, CURLOPT_OPENSOCKETFUNCTION, open);
    return code == CURLE_OK ? curl_easy_setopt(transfer, CURLOPT_PREREQFUNCTION, request) : code;
}

long sluice_curl_number(CURL *transfer, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(transfer, info, &value) == CURLE_OK ? value : 0;
}

const char *sluice_curl_text(CURL *transfer, CURLINFO info) {
    char *value = NULL;
    return curl_easy_getinfo(transfer, info, &value) == CURLE_OK ? value : NULL;
}

CURLMcode sluice_curl_set_multi_number(CURLM *transfers, CURLMoption option, long value) {
    return curl_multi_setopt(transfers, option, value);
}
