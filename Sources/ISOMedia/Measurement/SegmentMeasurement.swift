package import Media

/// Measurements of one media segment or part, taken in place from headers and from the first bytes of relevant samples.
package struct SegmentMeasurement: Sendable {
    package let size: Int
    /// The top-level boxes in order, up to the limit.
    package private(set) var boxes: [MeasuredBox] = []
    /// The brands of the `styp` box; nil without one.
    package private(set) var segmentType: FileBrands?
    package private(set) var indexes: [IndexMeasurement] = []
    package private(set) var events: [EventMeasurement] = []
    package private(set) var referenceTimes: [ReferenceTimeMeasurement] = []
    package internal(set) var fragments: [FragmentMeasurement] = []
    /// The tracks in the order of their first fragment.
    package internal(set) var tracks: [TrackMeasurement] = []
    /// The reason why the segment could not be measured completely; nil if it was.
    package internal(set) var damage: MovieFileError?

    /// Measures `bytes`, which start at `origin` in their resource; `initialization` describes the tracks.
    package init(_ bytes: ByteSlice, origin: Int = 0, initialization: InitializationMeasurement?) {
        size = bytes.count
        let file = FileBytes(bytes)
        var (fragmentOffsets, media): ([Int], [Range<Int>]) = ([], [])
        var walk = BoxWalk(file, 0..<file.count)
        while let box = walk.next() {
            guard boxes.count < MeasurementLimits.boxes else {
                damage = .tooLarge(what: "boxes in the segment", limit: MeasurementLimits.boxes)
                break
            }
            boxes.append(MeasuredBox(box, origin: origin))
            switch box.type {
            case .moof: fragmentOffsets.append(box.offset)
            case .mdat: media.append(box.contentOffset..<box.end)
            default: parse(box, origin, hasFragments: !fragmentOffsets.isEmpty)
            }
        }
        if walk.damagedOffset != nil || file.count - walk.offset > 0 {
            damage = damage ?? .damaged(box: .mdat, offset: origin + walk.offset, why: "no box starts after it")
        }
        var reader = SegmentReader(
            bytes, file: file, origin: origin, media: media, initialization: initialization)
        do throws(MovieFileError) {
            for offset in fragmentOffsets { try reader.read(fragmentAt: offset) }
        } catch {
            damage = damage ?? error
        }
        reader.finish()
        (fragments, tracks) = (reader.fragments, reader.tracks)
    }

    private mutating func parse(_ box: BoxView, _ origin: Int, hasFragments: Bool) {
        let limit = MeasurementLimits.messages
        switch box.type {
        case SegmentTypeBox.type where segmentType == nil:
            segmentType = SegmentTypeBox(readingPresentFieldsOf: box).brands
        case SegmentIndexBox.type where indexes.count < limit: indexes.append(IndexMeasurement(box, origin: origin))
        case EventMessageBox.type where events.count < limit:
            events.append(EventMeasurement(box, origin: origin, isBeforeFragments: !hasFragments))
        case ProducerReferenceTimeBox.type where referenceTimes.count < limit:
            referenceTimes.append(ReferenceTimeMeasurement(box, origin: origin))
        default: break
        }
    }

    /// Returns the measurements of a track; nil if the segment has no data of it.
    package func track(_ id: UInt32) -> TrackMeasurement? { tracks.first { $0.trackID == id } }
}
