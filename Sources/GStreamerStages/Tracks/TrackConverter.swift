import CGStreamerLibraries
import Media
import StageKit

/// Turns what one appsink delivers into the payloads of one track.
protocol TrackConverter<Output>: SendableMetatype {
    associatedtype Output: Payload
    /// The track that these caps announce; called again when they change.
    mutating func track(_ id: Track.ID, _ caps: CapsFields) throws(StageError) -> Track
    /// Takes one buffer and emits what is ready. The track has been asked for before.
    mutating func convert(_ sample: borrowing SinkSample, _ emit: (Output) -> Void) throws(StageError)
    /// Emits what was held back.
    mutating func finish(_ emit: (Output) -> Void) throws(StageError)
    /// Whether a buffer is part of the track, and not a header that its caps have too.
    mutating func isMedia(_ sample: borrowing SinkSample) -> Bool
    /// What is only known at the first buffer, such as priming.
    mutating func complete(_ track: inout Track, _ first: borrowing SinkSample) throws(StageError)
}

extension TrackConverter {
    mutating func isMedia(_ sample: borrowing SinkSample) -> Bool { true }
    mutating func complete(_ track: inout Track, _ first: borrowing SinkSample) throws(StageError) {}
}
