import CGStreamerLibraries
import Media
import StageKit

/// Converts the output of one appsink to the payloads of one track.
protocol TrackConverter<Output>: SendableMetatype {
    associatedtype Output: Payload
    /// Returns the track for these caps. Called again when they change.
    mutating func track(_ id: Track.ID, _ caps: CapsFields) throws(StageError) -> Track
    /// Converts one buffer and emits the payloads that are ready. Called after `track`.
    mutating func convert(_ sample: borrowing SinkSample, _ emit: (Output) -> Void) throws(StageError)
    /// Receives the first buffer of the media before a portion is converted, which starts later.
    mutating func anchor(_ sample: borrowing SinkSample)
    /// Emits buffered payloads.
    mutating func finish(_ emit: (Output) -> Void) throws(StageError)
    /// Whether a buffer contains media, not a header that the caps contain as well.
    mutating func isMedia(_ sample: borrowing SinkSample) -> Bool
    /// Completes the track with properties that only its first buffer contains, such as priming.
    mutating func complete(_ track: inout Track, _ first: borrowing SinkSample) throws(StageError)
}

extension TrackConverter {
    mutating func isMedia(_ sample: borrowing SinkSample) -> Bool { true }
    mutating func complete(_ track: inout Track, _ first: borrowing SinkSample) throws(StageError) {}
    mutating func anchor(_ sample: borrowing SinkSample) {}
}
