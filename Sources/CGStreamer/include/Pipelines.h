// Pipelines, their elements, bus messages and signals.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gst/gst.h>

#include "Descriptions.h"

G_BEGIN_DECLS

/// Initializes GStreamer once; returns an error message to be freed with g_free, or NULL.
char *sluice_gst_init(void);
/// Returns whether an element factory of this name is installed.
bool sluice_gst_has_element(const char *name);
/// Returns whether a sink pad template of an installed element accepts some of these caps.
bool sluice_gst_element_accepts(const char *name, const char *caps);
/// Creates a pipeline from a launch description; the caller owns it.
///
/// On failure, returns NULL and sets either `missing` (an element name) or `message`; both are freed with g_free.
GstElement *sluice_gst_make_pipeline(const char *description, char **missing, char **message);
/// Creates a bin with ghost pads from a launch description and adds it to a pipeline, which owns it.
GstElement *sluice_gst_add_bin(GstElement *pipeline, const char *description, char **missing, char **message);
/// Creates a bin without ghost pads from a launch description and adds it to a pipeline, which owns it. Libraries'
/// warnings about the description are passed to `warning`, not to standard error.
GstElement *sluice_gst_add_source(GstElement *pipeline, const char *description, char **missing, char **message,
                                  SluiceGstWarningHandler warning, void *owner);
/// Returns the element of this name, owned by the caller; NULL when there is none.
GstElement *sluice_gst_find(GstElement *bin, const char *name);
/// Links a pad to the sink pad of an element and synchronizes the element's state with its parent.
bool sluice_gst_link_and_start(GstPad *pad, GstElement *element);
/// Returns the current caps of a pad, otherwise its possible caps; the caller owns them.
GstCaps *sluice_gst_pad_caps(GstPad *pad);

/// Sets a property from its text form; returns false when there is no such property.
bool sluice_gst_set(GstElement *element, const char *property, const char *text);
/// Sets a string property to the text without parsing it; returns false when there is no such property.
bool sluice_gst_set_string(GstElement *element, const char *property, const char *text);

/// The kind of a bus message.
typedef enum {
    SLUICE_GST_ERROR,
    SLUICE_GST_WARNING,
    SLUICE_GST_MISSING_PLUGIN,
    SLUICE_GST_END_OF_STREAM,
} SluiceGstMessageKind;

/// The domain of an error code.
typedef enum {
    SLUICE_GST_DOMAIN_CORE,
    SLUICE_GST_DOMAIN_LIBRARY,
    SLUICE_GST_DOMAIN_RESOURCE,
    SLUICE_GST_DOMAIN_STREAM,
    SLUICE_GST_DOMAIN_OTHER,
} SluiceGstDomain;

/// The fields of a bus message; strings are valid during the call and may be NULL.
typedef struct {
    SluiceGstMessageKind kind;
    SluiceGstDomain domain;
    int code;
    /// The factory name of the element that posted the message.
    const char *factory;
    /// The message for users; for a missing plugin its description.
    const char *message;
    /// The debug text; for a missing plugin the missing caps or element.
    const char *detail;
    /// Whether data stopped because elements could not negotiate a common format.
    bool is_not_negotiated;
} SluiceGstMessage;

typedef void (*SluiceGstMessageHandler)(const SluiceGstMessage *message, void *owner);
/// Calls `handler` with every error, warning, missing-plugin and end-of-stream message on the thread that posts it; no
/// main loop is needed.
void sluice_gst_watch_bus(GstElement *pipeline, SluiceGstMessageHandler handler, void *owner, GDestroyNotify release);

/// Makes a pipeline use a given clock and base time, whenever it starts.
void sluice_gst_use_clock(GstElement *pipeline, GstClock *clock, GstClockTime base_time);
/// Changes the state and waits up to `limit` nanoseconds; SUCCESS, NO_PREROLL, ASYNC (timeout) or FAILURE.
GstStateChangeReturn sluice_gst_change_state(GstElement *pipeline, GstState state, GstClockTime limit);
/// Returns the names of elements that have not reached their target state; freed with g_free.
char *sluice_gst_late_children(GstElement *pipeline);
/// Returns the duration in nanoseconds, or -1 when it is unknown.
int64_t sluice_gst_duration(GstElement *element);
/// Returns the duration of a file in nanoseconds; -1 when it is unknown or is not found within `timeout` nanoseconds.
int64_t sluice_gst_file_duration(const char *path, uint64_t timeout);

/// Receives the time of a frame in nanoseconds and the frame rate of its track; returns whether to continue.
typedef gboolean (*SluiceGstTimeHandler)(int64_t time, int numerator, int denominator, void *owner);
/// Demultiplexes a file and passes the timestamp of each frame of its first video track, in decoding order. Returns false if
/// a frame has no time, and after errors; `timeout` limits the time without progress, in nanoseconds.
bool sluice_gst_file_frame_times(const char *path, uint64_t timeout, SluiceGstTimeHandler handler, void *owner);

typedef void (*SluiceGstPadHandler)(GstElement *element, GstPad *pad, void *owner);
typedef void (*SluiceGstHandler)(GstElement *element, void *owner);
/// Returns whether a stream with these caps has to be decoded further.
typedef gboolean (*SluiceGstContinueHandler)(GstElement *element, GstPad *pad, GstCaps *caps, void *owner);
void sluice_gst_on_pad_added(GstElement *element, SluiceGstPadHandler handler, void *owner, GDestroyNotify release);
void sluice_gst_on_no_more_pads(GstElement *element, SluiceGstHandler handler, void *owner, GDestroyNotify release);
void sluice_gst_on_autoplug_continue(GstElement *element, SluiceGstContinueHandler handler, void *owner,
                                     GDestroyNotify release);

G_END_DECLS
