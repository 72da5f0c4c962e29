public import Media

/// A running encoder. The writer calls one method at a time, in order, and does not wait for results.
public protocol MediaEncoder: AnyObject, Sendable {
    /// Encodes the next frame. A frame marked `mustBeSync` must become a sync sample.
    func encode(_ frame: Frame)
    /// Ends a pass. The encoder reports `passEnded` after the last sample of the pass.
    func endPass()
    /// Ends the stream. The encoder reports `ended` after the last sample.
    func finish()
    /// Cancels encoding; no more events are needed.
    func cancel()
}
