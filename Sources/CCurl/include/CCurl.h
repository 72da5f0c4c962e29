// The calls of libcurl that Swift cannot make itself: those with variable arguments.
#pragma once

#include <sys/socket.h>
#include <curl/curl.h>

/// Sets an option that is a number or a flag.
CURLcode sluice_curl_set_number(CURL *transfer, CURLoption option, long value);
/// Sets an option that is a size in bytes.
CURLcode sluice_curl_set_size(CURL *transfer, CURLoption option, curl_off_t value);
/// Sets an option that is text; libcurl keeps a copy.
CURLcode sluice_curl_set_text(CURL *transfer, CURLoption option, const char *value);
/// Sets an option that is a pointer, which has to live as long as the transfer.
CURLcode sluice_curl_set_pointer(CURL *transfer, CURLoption option, void *value);

/// Sets what is called with each line of the header and with each block of the body.
CURLcode sluice_curl_set_receivers(CURL *transfer, curl_write_callback header, curl_write_callback body);
/// Sets what is asked for the next bytes to send, and to go back in them.
CURLcode sluice_curl_set_senders(CURL *transfer, curl_read_callback body, curl_seek_callback seek);
/// Sets what is asked before a socket is opened, and again before each request is sent.
CURLcode sluice_curl_set_guards(CURL *transfer, curl_opensocket_callback open, curl_prereq_callback request);

/// A fact about a transfer that is a number; 0 when it is not known.
long sluice_curl_number(CURL *transfer, CURLINFO info);
/// A fact about a transfer that is text and lives as long as the transfer; NULL when it is not known.
const char *sluice_curl_text(CURL *transfer, CURLINFO info);

/// Sets an option of a set of transfers.
CURLMcode sluice_curl_set_multi_number(CURLM *transfers, CURLMoption option, long value);
