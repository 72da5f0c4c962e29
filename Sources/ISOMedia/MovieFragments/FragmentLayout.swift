package import Media

/// The boxes and samples of a movie fragment whose media are addressed relative to it (ISO/IEC 14496-12 8.8). All
/// offsets are relative to the start of `moof`.
package struct FragmentLayout: Sendable {
    /// A box by its type and range.
    package struct Child: Sendable {
        package let type: FourCC
        package let range: Range<Int>

        package init(type: FourCC, range: Range<Int>) {
            self.type = type
            self.range = range
        }
    }

    /// A `traf` box.
    package struct Track: Sendable {
        package let trackID: UInt32
        package let range: Range<Int>
        /// The index of the sample entry, from 1.
        package let descriptionIndex: Int
        package fileprivate(set) var children: [Child] = []
        /// The offsets of the `data_offset` fields.
        package fileprivate(set) var dataOffsetFields: [Int] = []
        /// The ranges of the samples, in decode order.
        package fileprivate(set) var samples: [Range<Int>] = []
    }

    /// The boxes directly inside.
    package private(set) var children: [Child] = []
    package private(set) var tracks: [Track] = []

    /// Reads a `moof` box; `available` bytes of the box and its media exist. Throws if the box is damaged, if samples
    /// lie outside of the media, and if addresses are not relative to the start of the box.
    package init(
        _ movieFragment: ByteSlice, available: Int, defaults: [UInt32: SampleDefaults]
    ) throws(MovieFileError) {
        guard var reader = FragmentReader(FileBytes(movieFragment), at: 0, defaults: defaults) else {
            throw .damaged(box: .moof, offset: 0, why: "it is not complete")
        }
        let box = reader.movieFragment
        for child in try box.children() {
            children.append(Child(type: child.type, range: child.offset..<child.end))
            if child.type == .traf { tracks.append(try Self.track(child, defaults)) }
        }
        guard Set(tracks.map(\.trackID)).count == tracks.count else {
            throw box.damaged("it has several fragments of one track")
        }
        for index in tracks.indices {
            for run in try reader.runs(ofTrack: tracks[index].trackID) {
                var start = run.dataOffset
                for sample in 0..<run.sampleCount {
                    let size = run.sample(at: sample, fileOffset: start, decodeTicks: 0).size
                    guard start >= box.end, size <= available - start else {
                        throw box.damaged("samples of track \(tracks[index].trackID) are not in its media")
                    }
                    tracks[index].samples.append(start..<start + size)
                    start += size
                }
            }
        }
    }

    private static func track(_ box: BoxView, _ defaults: [UInt32: SampleDefaults]) throws(MovieFileError) -> Track {
        let boxes = try box.children()
        let header = try TrackFragmentHeader(boxes, in: box, defaults: defaults)
        guard header.hasDefaultBase, header.baseOffset == nil else {
            throw box.damaged("its media are not addressed relative to the fragment (default-base-is-moof)")
        }
        var track = Track(
            trackID: header.trackID, range: box.offset..<box.end,
            descriptionIndex: Int(header.defaults.descriptionIndex))
        track.children = boxes.map { Child(type: $0.type, range: $0.offset..<$0.end) }
        for run in boxes where run.type == TrackRunBox.type {
            guard TrackRunBox(readingPresentFieldsOf: run).header.has(TrackRunBox.hasDataOffset) else {
                throw run.damaged("it has no data offset")
            }
            track.dataOffsetFields.append(run.contentOffset + 8)
        }
        return track
    }
}

extension MovieFile {
    /// The defaults of the samples in fragments, by track_ID.
    package var fragmentDefaults: [UInt32: SampleDefaults] { fragments.defaults }
}
