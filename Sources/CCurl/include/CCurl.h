// libcurl functions that Swift cannot call directly because they are variadic.
#pragma once

#include <sys/socket.h>
#include <curl/curl.h>

/// Initializes libcurl, with memory that is overwritten before it is freed.
CURLcode sluice_curl_initialize(void);
/// Sets the callback that prepares the TLS library's context of a transfer, and its data.
CURLcode sluice_curl_set_tls(CURL *transfer, curl_ssl_ctx_callback prepare, void *data);

/// Sets an integer or boolean option.
CURLcode sluice_curl_set_number(CURL *transfer, CURLoption option, long value);
/// Sets a size option, in bytes.
CURLcode sluice_curl_set_size(CURL *transfer, CURLoption option, curl_off_t value);
/// Sets a string option; libcurl copies the string.
CURLcode sluice_curl_set_text(CURL *transfer, CURLoption option, const char *value);
/// Sets a pointer option; the pointer has to remain valid for the lifetime of the transfer.
CURLcode sluice_curl_set_pointer(CURL *transfer, CURLoption option, void *value);

/// Sets the callbacks for each header line and for each block of the body.
CURLcode sluice_curl_set_receivers(CURL *transfer, curl_write_callback header, curl_write_callback body);
/// Sets the callbacks that supply the request body and seek in it.
CURLcode sluice_curl_set_senders(CURL *transfer, curl_read_callback body, curl_seek_callback seek);
/// Sets the callbacks that run before a socket is opened and before each request is sent.
CURLcode sluice_curl_set_guards(CURL *transfer, curl_opensocket_callback open, curl_prereq_callback request);

/// Returns an integer property of a transfer; 0 when it is unknown.
long sluice_curl_number(CURL *transfer, CURLINFO info);
/// Returns a string property of a transfer, valid for the lifetime of the transfer; NULL when it is unknown.
const char *sluice_curl_text(CURL *transfer, CURLINFO info);

/// Sets an integer option of a multi handle.
CURLMcode sluice_curl_set_multi_number(CURLM *transfers, CURLMoption option, long value);
