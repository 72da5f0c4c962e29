package import Media

/// A demultiplexed track.
package struct DemultiplexedTrack: Sendable {
    /// The packet identifier; 0 for packed audio.
    package var pid: Int
    package var coding: StreamCoding
    package var format: MediaFormat
    /// Ticks per second.
    package var timescale: Int32
    /// The ISO 639-2 language code; nil if the program map has none.
    package var language: String?
    /// The encoder priming, in ticks of the track.
    package var priming: Int64 = 0
}
