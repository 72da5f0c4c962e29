import Media

/// Reads the runs of one track in a `moof` box (ISO/IEC 14496-12 8.8.4 to 8.8.8).
struct FragmentReader {
    let movieFragment: BoxView
    /// The sequence number of `mfhd`; nil without this box.
    var sequenceNumber: UInt32? {
        movieFragment.first(MovieFragmentHeaderBox.self).map {
            MovieFragmentHeaderBox(readingPresentFieldsOf: $0).sequenceNumber
        }
    }
    private let defaults: [UInt32: SampleDefaults]
    private var lastRun: FragmentRun?
    private var lastEnd: Int
    private let resourceOffset: Int

    /// Returns nil if no complete `moof` starts at `offset`. The bytes are at `resourceOffset` in their resource.
    init?(_ file: FileBytes, at offset: Int, defaults: [UInt32: SampleDefaults], resourceOffset: Int = 0) {
        var walk = BoxWalk(file, offset..<file.count)
        guard let box = walk.next(), box.type == .moof, !box.isCutOff else { return nil }
        movieFragment = box
        (self.defaults, self.resourceOffset) = (defaults, resourceOffset)
        lastEnd = box.offset
    }

    /// The end of the media described last; computed only when a run without an offset follows.
    private var mediaEnd: Int { lastRun?.end ?? lastEnd }

    mutating func runs(ofTrack trackID: UInt32) throws(MovieFileError) -> [FragmentRun] {
        var runs: [FragmentRun] = []
        for track in try movieFragment.children() where track.type == .traf {
            let boxes = try track.children()
            let header = try TrackFragmentHeader(boxes, in: track, defaults: defaults)
            // Without the default base, the media of a track start at the end of the preceding track's media.
            let absolute = header.baseOffset.map { $0 &- resourceOffset }
            let base = absolute ?? (header.hasDefaultBase ? movieFragment.offset : mediaEnd)
            (lastRun, lastEnd) = (nil, base)
            var decodeTime = header.decodeTime
            for box in boxes where box.type == TrackRunBox.type {
                let fields = try TrackRunBox(reading: box)
                let hasOffset = fields.header.has(TrackRunBox.hasDataOffset)
                let start = hasOffset ? base &+ Int(fields.dataOffset) : mediaEnd
                let run = FragmentRun(fields, defaults: header.defaults, dataOffset: start, decodeTime: decodeTime)
                decodeTime = nil
                lastRun = run
                if header.trackID == trackID { runs.append(run) }
            }
        }
        return runs
    }
}
