#include "Descriptions.h"

// MARK: Warnings

// Log handlers belong to the process: one thread at a time sets them. Handlers of domains leave the default handler, which
// a program may have set, as it is. Elements log without a domain.
static const char *const domains[SLUICE_GST_WARNING_DOMAINS] = {NULL, "GLib", "GLib-GObject", "GStreamer"};
static GMutex examination;

static void collect_warning(const char *domain, GLogLevelFlags level, const char *message, gpointer data) {
    SluiceGstWarnings *warnings = data;
    if (g_thread_self() != warnings->thread) return g_log_default_handler(domain, level, message, NULL);
    if (warnings->handler) warnings->handler(message, g_strcmp0(domain, "GLib-GObject") == 0, warnings->owner);
}

void sluice_gst_begin_warnings(SluiceGstWarnings *warnings, SluiceGstWarningHandler handler, void *owner) {
    g_mutex_lock(&examination);
    warnings->handler = handler;
    warnings->owner = owner;
    warnings->thread = g_thread_self();
    for (size_t index = 0; index < G_N_ELEMENTS(domains); index++)
        warnings->handlers[index] = g_log_set_handler(domains[index], G_LOG_LEVEL_WARNING | G_LOG_LEVEL_CRITICAL,
                                                      collect_warning, warnings);
}

void sluice_gst_end_warnings(SluiceGstWarnings *warnings) {
    for (size_t index = 0; index < G_N_ELEMENTS(domains); index++)
        g_log_remove_handler(domains[index], warnings->handlers[index]);
    g_mutex_unlock(&examination);
}

// MARK: Properties

// Returns the class of an installed element, owned by the caller; NULL when there is none.
static GObjectClass *element_class(const char *name) {
    GstElementFactory *factory = gst_element_factory_find(name);
    if (!factory) return NULL;
    GstPluginFeature *loaded = gst_plugin_feature_load(GST_PLUGIN_FEATURE(factory));
    gst_object_unref(factory);
    if (!loaded) return NULL;
    GType type = gst_element_factory_get_element_type(GST_ELEMENT_FACTORY(loaded));
    gst_object_unref(loaded);
    return type ? g_type_class_ref(type) : NULL;
}

static bool range(const GParamSpec *spec, double *minimum, double *maximum, bool *is_unsigned) {
    *is_unsigned = false;
#define RANGE(KIND, HAS_NO_SIGN)                                                                                       \
    if (G_IS_PARAM_SPEC_##KIND(spec)) {                                                                                \
        *minimum = (double)G_PARAM_SPEC_##KIND(spec)->minimum;                                                         \
        *maximum = (double)G_PARAM_SPEC_##KIND(spec)->maximum;                                                         \
        *is_unsigned = HAS_NO_SIGN;                                                                                    \
        return true;                                                                                                   \
    }
    RANGE(INT, false)
    RANGE(INT64, false)
    RANGE(LONG, false)
    RANGE(UINT, true)
    RANGE(UINT64, true)
    RANGE(ULONG, true)
    RANGE(FLOAT, false)
    RANGE(DOUBLE, false)
#undef RANGE
    return false;
}

bool sluice_gst_property_range(const char *element, const char *property, double *minimum, double *maximum,
                               bool *is_unsigned) {
    GObjectClass *class = element_class(element);
    if (!class) return false;
    GParamSpec *spec = g_object_class_find_property(class, property);
    bool found = spec && range(spec, minimum, maximum, is_unsigned);
    g_type_class_unref(class);
    return found;
}

// MARK: URLs

static bool is_listed(const char *const *schemes, const char *scheme) {
    for (; schemes && *schemes; schemes++)
        if (g_ascii_strcasecmp(*schemes, scheme) == 0) return true;
    return false;
}

static SluiceGstURLProblem examine(const char *text, const char *const *schemes, bool listens) {
    GstUri *url = gst_uri_from_string(text);
    const char *scheme = url ? gst_uri_get_scheme(url) : NULL;
    const char *host = url ? gst_uri_get_host(url) : NULL;
    SluiceGstURLProblem problem = SLUICE_GST_URL_VALID;
    if (!scheme) problem = SLUICE_GST_URL_MALFORMED;
    else if (schemes ? !is_listed(schemes, scheme) : !gst_uri_protocol_is_supported(GST_URI_SRC, scheme))
        problem = SLUICE_GST_URL_OTHER_SCHEME;
    else if (schemes && !listens && (!host || !*host)) problem = SLUICE_GST_URL_WITHOUT_HOST;
    else if (gst_uri_get_port(url) != GST_URI_NO_PORT && gst_uri_get_port(url) > 65535) problem = SLUICE_GST_URL_PORT;
    if (url) gst_uri_unref(url);
    return problem;
}

// Returns the schemes that an element reads; NULL for none.
static const char *const *schemes_of(GstElementFactory *factory) {
    if (gst_element_factory_get_uri_type(factory) != GST_URI_SRC) return NULL;
    return (const char *const *)gst_element_factory_get_uri_protocols(factory);
}

static bool is_network(const char *const *schemes) {
    // Elements for other protocols have other forms of URLs.
    static const char *const protocols[] = {"rtsp", "rtmp", "http", "https", "srt", "udp", "rist", NULL};
    for (size_t index = 0; protocols[index]; index++)
        if (is_listed(schemes, protocols[index])) return true;
    return false;
}

bool sluice_gst_opens_network(const char *element) {
    GstElementFactory *factory = gst_element_factory_find(element);
    bool opens = factory && is_network(schemes_of(factory));
    if (factory) gst_object_unref(factory);
    return opens;
}

static bool has_text_property(const char *element, const char *name) {
    GObjectClass *class = element_class(element);
    GParamSpec *spec = class ? g_object_class_find_property(class, name) : NULL;
    bool found = spec && spec->value_type == G_TYPE_STRING;
    if (class) g_type_class_unref(class);
    return found;
}

SluiceGstURLProblem sluice_gst_examine_url(const char *element, const char *property, const char *url, bool listens,
                                           char **schemes) {
    *schemes = NULL;
    SluiceGstURLProblem problem = SLUICE_GST_URL_VALID;
    bool is_uri = g_str_equal(property, "uri");
    if ((!is_uri && !g_str_equal(property, "location")) || !has_text_property(element, property)) return problem;
    GstElementFactory *factory = gst_element_factory_find(element);
    if (!factory) return problem;
    const char *const *own = schemes_of(factory);
    if (is_network(own)) {
        problem = examine(url, own, listens);
        *schemes = g_strjoinv(", ", (char **)own);
    } else if (!own && is_uri) {
        // Elements such as uridecodebin choose the element that opens the URL.
        problem = examine(url, NULL, true);
    }
    gst_object_unref(factory);
    return problem;
}
