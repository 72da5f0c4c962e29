import CGStreamer
import CGStreamerLibraries

/// The pipeline's output is no longer accepted.
struct OutputClosed: Error {}
