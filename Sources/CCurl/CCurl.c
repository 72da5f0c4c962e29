#include "CCurl.h"

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
