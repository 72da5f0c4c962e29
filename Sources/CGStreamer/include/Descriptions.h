// Launch descriptions: the values that elements accept, and the warnings of libraries about values.
#pragma once

#include <stdbool.h>
#include <gst/gst.h>

G_BEGIN_DECLS

/// Receives a warning; `is_property` is true when an element rejected the value of a property.
typedef void (*SluiceGstWarningHandler)(const char *message, bool is_property, void *owner);

#define SLUICE_GST_WARNING_DOMAINS 4

/// The warnings of one thread, between ``sluice_gst_begin_warnings`` and ``sluice_gst_end_warnings``.
typedef struct {
    SluiceGstWarningHandler handler;
    void *owner;
    GThread *thread;
    guint handlers[SLUICE_GST_WARNING_DOMAINS];
} SluiceGstWarnings;

/// Passes warnings that libraries log on this thread to a handler, until the end. Other threads wait in this function
/// for the end; their messages are logged as usual.
void sluice_gst_begin_warnings(SluiceGstWarnings *warnings, SluiceGstWarningHandler handler, void *owner);
void sluice_gst_end_warnings(SluiceGstWarnings *warnings);

/// Returns whether an installed element has a property of a number, and the range of its values.
bool sluice_gst_property_range(const char *element, const char *property, double *minimum, double *maximum,
                               bool *is_unsigned);

typedef enum {
    /// The URL can be opened, or the property is none of a network URL.
    SLUICE_GST_URL_VALID,
    /// The URL has another scheme than those of the element.
    SLUICE_GST_URL_OTHER_SCHEME,
    /// The URL is malformed.
    SLUICE_GST_URL_MALFORMED,
    /// The URL has no host.
    SLUICE_GST_URL_WITHOUT_HOST,
    /// The port of the URL is above 65535.
    SLUICE_GST_URL_PORT,
} SluiceGstURLProblem;

/// Returns whether an installed element opens URLs of network protocols.
bool sluice_gst_opens_network(const char *element);
/// Examines the value of a property of an installed element as a URL. `listens` permits a URL without a host. Sets
/// `schemes` to those of the element, to be freed with g_free; NULL if the installed elements together open the URL.
SluiceGstURLProblem sluice_gst_examine_url(const char *element, const char *property, const char *url, bool listens,
                                           char **schemes);

G_END_DECLS
