package import Media

/// Measurements of an initialization segment.
package struct InitializationMeasurement: Sendable {
    package let size: Int
    package let brands: FileBrands?
    /// The top-level boxes in order, up to the limit.
    package let boxes: [MeasuredBox]
    /// The tracks in the order of the movie box.
    package let tracks: [TrackHeaderMeasurement]
    /// Whether there is an `mvex` box.
    package let extends: Bool
    let defaults: [UInt32: SampleDefaults]
    /// The default sample description index by track.
    let descriptionIndices: [UInt32: Int]

    /// Reads an initialization segment. Throws if the movie box is damaged.
    package init(reading bytes: ByteSlice) throws(MovieFileError) {
        let movie = try MovieFile(reading: bytes)
        let file = FileBytes(bytes)
        size = bytes.count
        brands = movie.brands
        defaults = movie.fragments.defaults
        var walk = BoxWalk(file, 0..<file.count)
        var (boxes, header): ([MeasuredBox], BoxView?) = ([], nil)
        while boxes.count < MeasurementLimits.boxes, let box = walk.next() {
            boxes.append(MeasuredBox(box, origin: 0))
            if box.type == .moov, header == nil { header = box }
        }
        self.boxes = boxes
        let extending = header?.first(.mvex)
        extends = extending != nil
        var (indices, extensions): ([UInt32: Int], BoxWalk?) = ([:], extending?.boxes())
        while indices.count < MeasurementLimits.boxes, let box = extensions?.next() {
            guard box.type == TrackExtendsBox.type else { continue }
            let fields = TrackExtendsBox(readingPresentFieldsOf: box)
            indices[fields.trackID] = Int(fields.defaults.descriptionIndex)
        }
        descriptionIndices = indices
        let trackBoxes = try header?.children().filter { $0.type == .trak } ?? []
        let extended = Set(movie.fragments.defaults.keys)
        tracks = zip(movie.tracks, trackBoxes).map { TrackHeaderMeasurement($0, $1, extended: extended) }
    }

    /// Returns the track with this ID.
    package func track(_ id: UInt32) -> TrackHeaderMeasurement? { tracks.first { $0.id == id } }
}

extension MeasuredBox {
    init(_ box: BoxView, origin: Int) {
        self.init(
            type: box.type, offset: origin + box.offset, size: box.describedEnd - box.offset, isCutOff: box.isCutOff)
    }
}
