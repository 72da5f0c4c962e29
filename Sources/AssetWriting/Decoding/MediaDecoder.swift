public import Media

/// A running decoder. The reader calls one method at a time, in order, and does not wait for results.
public protocol MediaDecoder: AnyObject, Sendable {
    /// Decodes the next sample in decode order.
    func decode(_ sample: Sample)
    /// Ends the stream. The decoder reports `ended` after the last frame.
    func finish()
    /// Cancels decoding; no more events are needed.
    func cancel()
}
