package import Media

/// One access unit of a demultiplexed track, in the form that fragmented MP4 stores.
package struct DemultiplexedSample: Sendable {
    /// The index of the track in ``Demultiplexer/tracks``.
    package var track: Int
    /// In ticks of the track, on a timeline without wraps and jumps.
    package var decodeTicks: Int64
    package var presentationTicks: Int64
    package var duration: Int64
    package var isSync: Bool
    /// Whether no other sample depends on it.
    package var isDisposable = false
    /// The new format, if it changes with this sample.
    package var format: MediaFormat?
    package var bytes: ByteSlice
}

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

/// A stream that is not demultiplexed, or another program.
package struct UncarriedStream: Sendable, Hashable {
    package var pid: Int
    /// The name of the coding, such as "DVB teletext".
    package var name: String
    package var mediaType: MediaType?
    package var reason: Reason
    /// The number of PES packets or sections that were not read.
    package var packetCount = 0

    package enum Reason: Sendable, Hashable {
        /// Samples of this coding cannot be carried.
        case coding
        /// The stream is scrambled.
        case scrambled
        /// The stream starts after the probed part of the file, or after a change of the program map.
        case late
        /// No format could be determined, for example because there are no parameter sets.
        case unknownFormat
        /// The program map contains the stream, but it has no packets.
        case absent
    }
}

/// Losses and repairs in one track.
package struct TrackRepairs: Sendable, Hashable {
    /// Access units before the first parameter sets, which cannot be decoded.
    package var samplesBeforeParameterSets = 0
    /// Decode times that were changed because they did not increase or exceeded the presentation time.
    package var movedTimes = 0
    /// Access units without a timestamp.
    package var untimedUnits = 0
    /// Bytes between audio frames that belong to no frame.
    package var skippedBytes = 0
    /// Audio frames that were discarded because their times precede the end of the preceding audio.
    package var overlappingFrames = 0
    /// Audio frames before the first configuration of LATM or the first independent substream.
    package var framesBeforeConfiguration = 0
    /// Frames without audio: encoder information (Xing, Info, VBRI).
    package var informationFrames = 0
    /// Access units that exceed the memory limit.
    package var oversizedUnits = 0

    package init() {}
}
