import Media

/// A movie fragment before its media: `styp`, `moof` and the header of `mdat`, ISO/IEC 14496-12 8.8.
package struct MovieFragment: Sendable {
    /// One sample as a track run describes it.
    @frozen package struct SampleEntry: Sendable, Hashable {
        /// In ticks of the track.
        package var duration: UInt32
        /// In bytes.
        package var size: UInt32
        /// As ``SampleFlags/rawValue``.
        package var flags: UInt32
        /// From decode to presentation, in ticks.
        package var compositionOffset: Int32

        /// A sample's fields.
        @inlinable package init(duration: UInt32, size: UInt32, flags: UInt32, compositionOffset: Int32 = 0) {
            self.duration = duration
            self.size = size
            self.flags = flags
            self.compositionOffset = compositionOffset
        }
    }

    /// The samples of one track in a fragment.
    package struct TrackRun: Sendable {
        package var trackID: UInt32
        /// When the first sample is decoded, in ticks.
        package var baseMediaDecodeTime: UInt64
        /// In decoding order.
        package var samples: [SampleEntry]
        /// Whether the samples belong to the `roll` group that the initialization segment describes.
        package var isInRollGroup: Bool

        /// A run of samples that follow each other.
        package init(
            trackID: UInt32, baseMediaDecodeTime: UInt64, samples: [SampleEntry], isInRollGroup: Bool = false
        ) {
            self.trackID = trackID
            self.baseMediaDecodeTime = baseMediaDecodeTime
            self.samples = samples
            self.isInRollGroup = isInRollGroup
        }
    }

    /// The bytes before the media.
    package struct Header: Sendable, Hashable {
        /// Everything up to the first sample.
        package var bytes: [UInt8]
        /// Where `moof` begins: after `styp`, or at 0.
        package var movieFragmentOffset: Int
        /// How many bytes of media have to follow: the samples of the first track, then of the second, and so on.
        package var mediaSize: Int
    }

    /// Counts up from 1 in the files of a track.
    package var sequenceNumber: UInt32
    /// Tracks in the order of their media; those without samples are left out.
    package var tracks: [TrackRun]
    /// The brands of a `styp` box; nil writes none.
    package var segmentType: FileBrands?

    /// A fragment of `tracks`.
    package init(sequenceNumber: UInt32, tracks: [TrackRun], segmentType: FileBrands? = nil) {
        self.sequenceNumber = sequenceNumber
        self.tracks = tracks
        self.segmentType = segmentType
    }

    /// The bytes before the media; throws when a track's media begin past what 31 bits address.
    package func header() throws(FragmentTooLarge) -> Header {
        let plans = tracks.filter { !$0.samples.isEmpty }.map(TrackRunPlan.init)
        let mediaSize = plans.reduce(0) { $0 + $1.mediaSize }
        let fragmentSize = plans.reduce(24) { $0 + $1.boxSize }
        let mediaHeaderSize = mediaSize > Int(UInt32.max) - 8 ? 16 : 8
        let prefixSize = segmentType?.boxSize ?? 0
        try Self.validate(plans, firstOffset: fragmentSize + mediaHeaderSize)

        var prefix = ByteWriter()
        if let segmentType { prefix.writeBrands("styp", segmentType) }
        let total = prefixSize + fragmentSize + mediaHeaderSize
        let bytes = [UInt8](unsafeUninitializedCapacity: total) { buffer, count in
            var writer = RawWriter(UnsafeMutableRawBufferPointer(buffer))
            writer.write(prefix.bytes)
            writer.box(size: fragmentSize, "moof")
            writer.box(size: 16, "mfhd")
            writer.write(UInt32(0))
            writer.write(sequenceNumber)
            var offset = fragmentSize + mediaHeaderSize
            for plan in plans {
                plan.write(to: &writer, dataOffset: Int32(truncatingIfNeeded: offset))
                offset += plan.mediaSize
            }
            writer.mediaHeader(mediaSize)
            precondition(writer.offset == total, "a fragment has the size that was planned")
            count = total
        }
        return Header(bytes: bytes, movieFragmentOffset: prefixSize, mediaSize: mediaSize)
    }

    private static func validate(_ plans: [TrackRunPlan], firstOffset: Int) throws(FragmentTooLarge) {
        var offset = firstOffset
        for plan in plans {
            guard offset <= Int(Int32.max) else { throw FragmentTooLarge(trackID: plan.run.trackID, offset: offset) }
            offset += plan.mediaSize
        }
    }
}

/// A track's media would begin too far behind the movie fragment box.
package struct FragmentTooLarge: Error, Hashable, CustomStringConvertible {
    package let trackID: UInt32
    /// Where the track's media would begin, counted from `moof`.
    package let offset: Int

    package var description: String {
        "the media of track \(trackID) begin \(offset) bytes into a fragment, at most \(Int32.max) can be addressed"
    }
}
