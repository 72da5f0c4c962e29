/// A transform that returns within microseconds from every call, and keeps the identifiers of its tracks.
///
/// It may run on a thread of GStreamer that offers payloads, so that they need no queue above it.
package protocol ImmediateTransform: Transform {}
