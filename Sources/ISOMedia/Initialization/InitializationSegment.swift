package import Media

/// A movie without samples that comes before movie fragments: `ftyp` and `moov`, ISO/IEC 14496-12 8.8.
///
/// Equal values give equal bytes: nothing is taken from a clock.
package struct InitializationSegment: Sendable, Hashable {
    package var brands: FileBrands
    /// Ticks per second of the movie header.
    package var timescale: UInt32
    package var tracks: [TrackDescription]
    /// The length of all fragments in movie ticks (`mehd`); nil leaves the box out, as live streams do.
    package var fragmentDuration: UInt64?

    /// A segment that describes `tracks`.
    package init(
        brands: FileBrands, timescale: UInt32 = 1000, tracks: [TrackDescription], fragmentDuration: UInt64? = nil
    ) {
        self.brands = brands
        self.timescale = timescale
        self.tracks = tracks
        self.fragmentDuration = fragmentDuration
    }

    /// The segment's bytes; throws for formats that have no sample entry.
    package func bytes() throws(UnwritableFormat) -> [UInt8] {
        var writer = ByteWriter(capacity: 2048)
        writer.writeBrands("ftyp", brands)
        try writer.box("moov") { writer throws(UnwritableFormat) in
            writer.writeMovieHeader(timescale: timescale, nextTrackID: (tracks.map(\.id).max() ?? 0) &+ 1)
            for track in tracks { try writer.writeTrack(track) }
            writer.box("mvex") { writer in
                if let fragmentDuration {
                    writer.fullBox("mehd", version: 1) { $0.write(fragmentDuration) }
                }
                for track in tracks { writer.writeTrackExtends(track) }
            }
        }
        return writer.bytes
    }
}

/// One track of an initialization segment.
package struct TrackDescription: Sendable, Hashable {
    /// track_ID, above zero.
    package var id: UInt32
    /// Ticks per second of the track's times.
    package var timescale: UInt32
    package var format: MediaFormat
    /// BCP 47 or ISO 639-2 tag; nil for undetermined.
    package var language: String?
    /// A name for people, in the handler box.
    package var handlerName = ""
    /// Where presentation begins on the track's media timeline; nil writes no edit list.
    package var editMediaTime: Int64?
    /// How many samples before a random access point decoding has to begin, as a `roll` group; nil for none.
    package var rollDistance: Int16?
    package var bitRate: BitRate?
    /// What `trex` says about samples whose fragments say nothing.
    package var defaults = SampleDefaults()

    /// A track with no more than this.
    package init(id: UInt32, timescale: UInt32, format: MediaFormat) {
        self.id = id
        self.timescale = timescale
        self.format = format
    }

    /// Bits per second of a track, for `btrt` and `esds`.
    package struct BitRate: Sendable, Hashable {
        package var average: UInt32
        package var maximum: UInt32
        /// The decoder's buffer in bytes; 0 when not known.
        package var bufferSize: UInt32

        /// Rates in bits per second.
        package init(average: UInt32, maximum: UInt32, bufferSize: UInt32 = 0) {
            self.average = average
            self.maximum = maximum
            self.bufferSize = bufferSize
        }
    }
}

/// Values that hold for samples whose own are not written, ISO/IEC 14496-12 8.8.3.
package struct SampleDefaults: Sendable, Hashable {
    package var duration: UInt32 = 0
    package var size: UInt32 = 0
    package var flags: UInt32 = 0

    /// All zero unless said.
    package init(duration: UInt32 = 0, size: UInt32 = 0, flags: UInt32 = 0) {
        self.duration = duration
        self.size = size
        self.flags = flags
    }
}

/// A format that no sample entry describes.
package struct UnwritableFormat: Error, Hashable, CustomStringConvertible {
    /// The track that has it.
    package let trackID: UInt32
    package let reason: String

    package var description: String { "track \(trackID) cannot be written as fragmented MP4: \(reason)" }
}
