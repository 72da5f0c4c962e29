#pragma once
#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/ssl.h>

/// Overwrites the received bytes of a connection as soon as they are read; `context` is an SSL_CTX.
static inline void sluice_tls_cleanse(void *context) {
    SSL_CTX_set_options((SSL_CTX *)context, SSL_OP_CLEANSE_PLAINTEXT);
}
