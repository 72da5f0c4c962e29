package import Media

/// The rule for the positions of sync samples in coded video.
package enum SyncSamplePolicy: Sendable, Hashable {
    /// The coder inserts sync samples on request.
    case onRequest
    /// Sync samples have a fixed interval.
    case every(MediaTime)
    /// The sender or the device codes the video and does not accept requests.
    case bySender
}
