import Media

/// A movie fragment without its media: `styp`, `moof` and the header of `mdat` (ISO/IEC 14496-12 8.8).
package struct MovieFragment: Sendable {
    /// One sample in a track run.
    @frozen package struct SampleEntry: Sendable, Hashable {
        /// In ticks of the track.
        package var duration: UInt32
        /// In bytes.
        package var size: UInt32
        /// The value of ``SampleFlags/rawValue``.
        package var flags: UInt32
        /// The presentation time minus the decode time, in ticks.
        package var compositionOffset: Int32

        /// A sample with these fields.
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
        /// The decode time of the first sample, in ticks.
        package var baseMediaDecodeTime: UInt64
        /// The samples in decode order.
        package var samples: [SampleEntry]
        /// Whether the samples belong to the `roll` group that the initialization segment describes.
        package var isInRollGroup: Bool
        /// The number of samples after the first one up to a sample that is exact when decoding starts there (a gradual
        /// refresh); nil if the first sample itself is exact.
        package var recoveryDistance: Int16?

        /// A run of consecutive samples.
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
        /// All bytes up to the first sample.
        package var bytes: [UInt8]
        /// The offset of `moof`: after `styp`, or 0.
        package var movieFragmentOffset: Int
        /// The number of media bytes that must follow: the samples of the first track, then of the second, and so on.
        package var mediaSize: Int
    }

    /// The sequence number, which increases from 1 in the fragments of a track.
    package var sequenceNumber: UInt32
    /// The tracks in the order of their media. Tracks without samples are omitted.
    package var tracks: [TrackRun]
    /// The brands of the `styp` box; nil for no box.
    package var segmentType: FileBrands?

    /// A fragment of `tracks`.
    package init(sequenceNumber: UInt32, tracks: [TrackRun], segmentType: FileBrands? = nil) {
        self.sequenceNumber = sequenceNumber
        self.tracks = tracks
        self.segmentType = segmentType
    }

    /// The sizes of the boxes before the media.
    private struct Layout {
        let plans: [TrackRunPlan]
        let header: MovieFragmentHeaderBox
        let prefix: SegmentTypeBox?
        let prefixSize: Int
        let fragmentSize: Int
        let mediaHeaderSize: Int
        let mediaSize: Int

        var total: Int { prefixSize + fragmentSize + mediaHeaderSize }
    }

    private func layout() throws(FragmentTooLarge) -> Layout {
        let plans = tracks.filter { !$0.samples.isEmpty }.map(TrackRunPlan.init)
        let mediaSize = plans.reduce(0) { $0 + $1.mediaSize }
        let header = MovieFragmentHeaderBox(sequenceNumber: sequenceNumber)
        let prefix = segmentType.map(SegmentTypeBox.init)
        let layout = Layout(
            plans: plans, header: header, prefix: prefix, prefixSize: prefix?.boxSize ?? 0,
            fragmentSize: plans.reduce(8 + header.boxSize) { $0 + $1.boxSize },
            mediaHeaderSize: mediaSize > Int(UInt32.max) - 8 ? 16 : 8, mediaSize: mediaSize)
        try Self.validate(plans, firstOffset: layout.fragmentSize + layout.mediaHeaderSize)
        return layout
    }

    /// Returns the number of bytes before the media and the offset of `moof` in them. Throws as ``header()``.
    package func measuredHeader() throws(FragmentTooLarge) -> (byteCount: Int, movieFragmentOffset: Int, mediaSize: Int)
    {
        let layout = try layout()
        return (layout.total, layout.prefixSize, layout.mediaSize)
    }

    /// Returns the bytes before the media. Throws if the media of a track start at an offset of more than 31 bits.
    package func header() throws(FragmentTooLarge) -> Header {
        let layout = try layout()
        let bytes = [UInt8](unsafeUninitializedCapacity: layout.total) { buffer, count in
            var writer = RawWriter(UnsafeMutableRawBufferPointer(buffer))
            if let prefix = layout.prefix { writer.write(prefix) }
            writer.box(size: layout.fragmentSize, .moof)
            writer.write(layout.header)
            var offset = layout.fragmentSize + layout.mediaHeaderSize
            for plan in layout.plans {
                plan.write(to: &writer, dataOffset: Int32(truncatingIfNeeded: offset))
                offset += plan.mediaSize
            }
            writer.mediaHeader(layout.mediaSize)
            precondition(writer.offset == layout.total, "a fragment has the size that was planned")
            count = layout.total
        }
        return Header(bytes: bytes, movieFragmentOffset: layout.prefixSize, mediaSize: layout.mediaSize)
    }

    private static func validate(_ plans: [TrackRunPlan], firstOffset: Int) throws(FragmentTooLarge) {
        var offset = firstOffset
        for plan in plans {
            guard offset <= Int(Int32.max) else { throw FragmentTooLarge(trackID: plan.run.trackID, offset: offset) }
            offset += plan.mediaSize
        }
    }
}
