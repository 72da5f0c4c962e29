// Pipelines, their elements, and what these say on the bus and by signals.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gst/gst.h>

G_BEGIN_DECLS

/// Starts GStreamer once; returns an error message to free with g_free, or NULL.
char *sluice_gst_init(void);
/// Whether an element factory of this name is installed.
bool sluice_gst_has_element(const char *name);
/// Whether a sink pad of an installed element takes some of these caps, as its templates say.
bool sluice_gst_element_takes(const char *name, const char *caps);
/// Makes a pipeline from a launch description; the caller owns it.
///
/// Returns NULL with either `missing` (an element name) or `message` set; both are freed with g_free.
GstElement *sluice_gst_make_pipeline(const char *description, char **missing, char **message);
/// Makes a bin with ghost pads from a launch description and adds it to a pipeline; the pipeline owns it.
GstElement *sluice_gst_add_bin(GstElement *pipeline, const char *description, char **missing, char **message);
/// Makes a bin from a launch description and adds it to a pipeline; its open pads stay as they are.
GstElement *sluice_gst_add_source(GstElement *pipeline, const char *description, char **missing, char **message);
/// The element of this name, with a reference for the caller; NULL when there is none.
GstElement *sluice_gst_find(GstElement *bin, const char *name);
/// Links a pad to the sink pad of an element and brings the element to its pipeline's state.
bool sluice_gst_link_and_start(GstPad *pad, GstElement *element);
/// The caps of a pad, current ones where there are any; the caller owns them.
GstCaps *sluice_gst_pad_caps(GstPad *pad);

/// Sets a property from its text form; false when there is no such property.
bool sluice_gst_set(GstElement *element, const char *property, const char *text);
/// Sets a property that is a string, as it is; false when there is no such property.
bool sluice_gst_set_string(GstElement *element, const char *property, const char *text);

/// What a bus message is about.
typedef enum {
    SLUICE_GST_ERROR,
    SLUICE_GST_WARNING,
    SLUICE_GST_MISSING_PLUGIN,
    SLUICE_GST_END_OF_STREAM,
} SluiceGstMessageKind;

/// Where an error number comes from.
typedef enum {
    SLUICE_GST_DOMAIN_CORE,
    SLUICE_GST_DOMAIN_LIBRARY,
    SLUICE_GST_DOMAIN_RESOURCE,
    SLUICE_GST_DOMAIN_STREAM,
    SLUICE_GST_DOMAIN_OTHER,
} SluiceGstDomain;

/// A bus message taken apart; strings live for the call only and may be NULL.
typedef struct {
    SluiceGstMessageKind kind;
    SluiceGstDomain domain;
    int code;
    /// The factory of the element that posted it.
    const char *factory;
    /// The message for people; for a missing plugin its description.
    const char *message;
    /// The programmer's text; for a missing plugin the caps or element that is missing.
    const char *detail;
} SluiceGstMessage;

typedef void (*SluiceGstMessageHandler)(const SluiceGstMessage *message, void *owner);
/// Hands every message to `handler` on the thread that posts it; no main loop is needed.
void sluice_gst_watch_bus(GstElement *pipeline, SluiceGstMessageHandler handler, void *owner, GDestroyNotify release);

/// Makes a pipeline run by a given clock and base time, whenever it starts.
void sluice_gst_use_clock(GstElement *pipeline, GstClock *clock, GstClockTime base_time);
/// Changes the state and waits for it; SUCCESS, NO_PREROLL, ASYNC (time is up) or FAILURE.
GstStateChangeReturn sluice_gst_change_state(GstElement *pipeline, GstState state, GstClockTime limit);
/// The names of children that have not reached the state they should be in; freed with g_free.
char *sluice_gst_late_children(GstElement *pipeline);
/// The announced length in nanoseconds, or -1.
int64_t sluice_gst_duration(GstElement *element);

typedef void (*SluiceGstPadHandler)(GstElement *element, GstPad *pad, void *owner);
typedef void (*SluiceGstHandler)(GstElement *element, void *owner);
/// Returns whether a stream with these caps is to be decoded further.
typedef gboolean (*SluiceGstContinueHandler)(GstElement *element, GstPad *pad, GstCaps *caps, void *owner);
void sluice_gst_on_pad_added(GstElement *element, SluiceGstPadHandler handler, void *owner, GDestroyNotify release);
void sluice_gst_on_no_more_pads(GstElement *element, SluiceGstHandler handler, void *owner, GDestroyNotify release);
void sluice_gst_on_autoplug_continue(GstElement *element, SluiceGstContinueHandler handler, void *owner,
                                     GDestroyNotify release);

G_END_DECLS
