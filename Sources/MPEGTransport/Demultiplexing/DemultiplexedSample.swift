package import Media

/// One access unit of a demultiplexed track, in the form that fragmented MP4 stores.
package struct DemultiplexedSample: Sendable {
    /// The index of its track among ``Demultiplexer/tracks``.
    package var track: Int
    /// In ticks of the track, on one line without wraps and jumps.
    package var decodeTicks: Int64
    package var presentationTicks: Int64
    package var duration: Int64
    package var isSync: Bool
    /// Whether no other sample depends on it.
    package var isDisposable = false
    /// The format from this sample on, where it differs from the one before.
    package var format: MediaFormat?
    package var bytes: ByteSlice
}

/// A track that samples are read of.
package struct DemultiplexedTrack: Sendable {
    /// The packet identifier; 0 for packed audio.
    package var pid: Int
    package var coding: StreamCoding
    package var format: MediaFormat
    /// Ticks per second.
    package var timescale: Int32
    /// ISO 639-2 code of three letters; nil where the map names none.
    package var language: String?
    /// Samples of audio before the first that is heard, in ticks of the track.
    package var priming: Int64 = 0
}

/// A stream of the program that is not read, or another program.
package struct UncarriedStream: Sendable, Hashable {
    package var pid: Int
    /// The field's name for its coding, such as "DVB teletext".
    package var name: String
    package var mediaType: MediaType?
    package var reason: Reason
    /// PES packets or sections that were not read.
    package var packetCount = 0

    package enum Reason: Sendable, Hashable {
        /// No sample of this coding can be carried.
        case coding
        /// The transport scrambles it.
        case scrambled
        /// It begins behind the part of the file in which tracks are looked for, or after a change of the map.
        case late
        /// No format could be read, as when no parameter sets come.
        case unknownFormat
        /// The map names it and no packet has come.
        case absent
    }
}

/// Losses and repairs in one track.
package struct TrackRepairs: Sendable, Hashable {
    /// Pictures before the first parameter sets, which cannot be decoded.
    package var samplesBeforeParameterSets = 0
    /// Decode times that were moved, because they did not rise or lay behind the presentation time.
    package var movedTimes = 0
    /// Access units without a time of their own.
    package var untimedUnits = 0
    /// Bytes between frames of audio that begin none.
    package var skippedBytes = 0
    /// Frames of audio that were left out, because their times lay before the end of the audio before them.
    package var overlappingFrames = 0
    /// Frames of audio before the first configuration of LATM or the first independent substream.
    package var framesBeforeConfiguration = 0
    /// Frames without audio: an encoder's notes (Xing, Info, VBRI).
    package var informationFrames = 0
    /// Access units above the limit of memory.
    package var oversizedUnits = 0

    package init() {}
}
