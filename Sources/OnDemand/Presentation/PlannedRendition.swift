import Media
import Packaging
import ProtectionStages

/// The media segments of a rendition in a compact form: where their samples are, instead of the samples.
struct PlannedRendition: Sendable {
    struct Segment: Sendable, Equatable {
        /// The index of the template, and of the first run.
        let template: Int32
        let firstRun: Int32
        let runCount: Int16
        /// Whether an earlier segment has the same template and ends where this one starts.
        let continues: Bool
        let sequenceNumber: UInt32
        /// In bytes.
        let byteCount: Int
    }

    struct Run: Sendable {
        let samples: SegmentComposition.Run
        /// The place of the first sample; nil before it was looked up, and if it was not found.
        var place: PresentedMedia.Place?
    }

    /// The index of an encrypted segment in its rendition, and its start.
    private struct Position: Sendable {
        let index: Int
        let start: MediaTime
    }

    private(set) var templates: [RenditionTemplate] = []
    /// The initialization segment of each template, in the clear.
    private var initializations: [ByteRope] = []
    /// The encryption of each template; empty for clear segments.
    private var formats: [RequestedEncryption.Format] = []
    /// The positions of all segments; empty for clear ones.
    private var positions: ContiguousArray<Position> = []
    /// The size of all segments in their sent form, and their duration.
    private var totalBytes = 0
    private var totalDuration = MediaTime.zero
    /// The longest segment.
    private(set) var longestDuration = MediaTime.zero
    private(set) var segments: ContiguousArray<Segment> = []
    private(set) var runs: ContiguousArray<Run> = []
    /// Whether the media have gaps or change their format, so that the context of a segment may matter.
    private(set) var isIrregular = false
    private var nextContinues = false
    /// The segments that cannot be built from their samples alone, by index.
    private var exceptions: [Int: ByteRope] = [:]
    private var comparedCount = 0
    /// The number of runs that were looked up, and the last place of each track.
    private var locatedCount = 0
    private var lastPlaces: [Track.ID: PresentedMedia.Place] = [:]

    /// Starts a format, and its encryption; nil for clear segments.
    mutating func add(_ template: RenditionTemplate, _ initialization: ByteRope, _ format: RequestedEncryption.Format?)
    {
        if !templates.isEmpty { isIrregular = true }
        templates.append(template)
        initializations.append(initialization)
        if let format { formats.append(format) }
        nextContinues = false
    }

    mutating func addGap() {
        isIrregular = true
        nextContinues = false
    }

    /// Has all segments compared, whatever their context.
    mutating func markIrregular() { isIrregular = true }

    /// The encryption of the current template; nil for clear segments.
    var format: RequestedEncryption.Format? { formats.last }

    /// The duration of all segments.
    var duration: MediaTime { totalDuration }

    /// The average bit rate, in bits per second; nil without media.
    var bitRate: Int? {
        totalDuration > .zero ? Int(min(Double(totalBytes) * 8 / totalDuration.seconds, 1e12)) : nil
    }

    /// Adds the next segment, a clear one, and returns its index here. `sentCount` is its size after encryption.
    ///
    /// `place` is that of the first sample, of a segment of one track; nil to look the places up later.
    mutating func add(
        _ segment: Media.Segment, _ composition: SegmentComposition, sentCount: Int,
        at place: PresentedMedia.Place? = nil
    ) -> Int {
        let track = segment.report.tracks.first
        totalBytes += sentCount
        totalDuration = totalDuration + (track?.duration ?? .zero)
        longestDuration = max(longestDuration, track?.duration ?? .zero)
        if !formats.isEmpty {
            positions.append(Position(index: segment.index, start: track?.earliestPresentationTime ?? .zero))
        }
        segments.append(
            Segment(
                template: Int32(templates.count - 1), firstRun: Int32(runs.count),
                runCount: Int16(clamping: composition.runs.count), continues: nextContinues,
                sequenceNumber: composition.sequenceNumber, byteCount: segment.data.count))
        nextContinues = true
        for run in composition.runs { runs.append(Run(samples: run, place: place)) }
        return segments.count - 1
    }

    /// Looks up the places of all runs.
    mutating func locate(in media: PresentedMedia) {
        for id in Set(runs.map(\.samples.track)) {
            let positions = runs.indices.filter { runs[$0].samples.track == id }
            let places = media.places(of: id, decodedAt: positions.map { runs[$0].samples.decodeTicks })
            for (position, place) in zip(positions, places) { runs[position].place = place }
        }
        runs = ContiguousArray(runs)
        segments = ContiguousArray(segments)
    }

    /// Looks up the places of the runs that were added since the last call, in the recording that has grown.
    mutating func locateAdded(in media: PresentedMedia) {
        let added = runs.indices[locatedCount...]
        for id in Set(added.map { runs[$0].samples.track }) {
            let positions = added.filter { runs[$0].samples.track == id }
            let places = media.places(
                of: id, decodedAt: positions.map { runs[$0].samples.decodeTicks }, from: lastPlaces[id])
            for (position, place) in zip(positions, places) { runs[position].place = place }
            lastPlaces[id] = places.last { $0 != nil } ?? lastPlaces[id]
        }
        locatedCount = runs.count
    }

    /// Builds the next segment and stores `expected` if the result differs. Returns the number of bytes in memory that
    /// are stored.
    mutating func compare(_ expected: ByteRope, from media: PresentedMedia) -> Int {
        defer { comparedCount += 1 }
        if let data = build(comparedCount, from: media), data.hasEqualSlices(expected) { return 0 }
        exceptions[comparedCount] = expected
        return expected.memorySize
    }

    /// Builds a segment as it is sent; nil if its samples are not where they were, or if it cannot be encrypted.
    func sentBytes(_ index: Int, from media: PresentedMedia) -> ByteRope? {
        guard let clear = build(index, from: media) else { return nil }
        if formats.isEmpty { return clear }
        let template = Int(segments[index].template)
        guard formats.indices.contains(template), positions.count == segments.count else { return nil }
        return try? formats[template].encrypt(clear, index: positions[index].index, start: positions[index].start)
    }

    /// Builds a clear segment; nil if its samples are not where they were.
    func build(_ index: Int, from media: PresentedMedia) -> ByteRope? {
        if let exception = exceptions[index] { return exception }
        let segment = segments[index]
        let template = templates[Int(segment.template)]
        var samples = template.tracks.map { _ in [Sample]() }
        for run in runs[Int(segment.firstRun)...].prefix(Int(segment.runCount)) {
            guard let place = run.place, let member = template.tracks.firstIndex(where: { $0.id == run.samples.track }),
                let found = try? media.samples(of: run.samples, at: place, template, continues: segment.continues),
                found.count == run.samples.sampleCount
            else { return nil }
            samples[member] = found
        }
        guard let data = try? template.segment(of: samples, sequenceNumber: segment.sequenceNumber),
            data.count == segment.byteCount
        else { return nil }
        return data
    }

    /// Whether there is video, and nothing else.
    var isVideo: Bool { templates.first.map { $0.tracks.map(\.mediaType) == [.video] } ?? false }

    /// Builds a movie of the last sync sample before a part of all segments, from 0 to 1; nil if it is not where it was.
    func still(at part: Double, from media: PresentedMedia) -> ByteRope? {
        guard isVideo, !segments.isEmpty else { return nil }
        let position = max(0, min(Double(segments.count) * part, Double(segments.count - 1)))
        let index = Int(position)
        let segment = segments[index]
        let template = templates[Int(segment.template)]
        let format = template.tracks.first?.format
        let rule = format.flatMap { SyncRule($0) }
        let recovery = format.flatMap { RecoveryRule($0, allowsGradual: false) }
        guard let run = runs[Int(segment.firstRun)...].prefix(Int(segment.runCount)).first, let place = run.place,
            let samples = try? media.samples(of: run.samples, at: place, template, continues: segment.continues),
            var first = samples.prefix(1 + Int((position - Double(index)) * Double(samples.count))).last(
                where: {
                    $0.flags.isSync && rule?.isSyncSample($0.bytes) ?? true || recovery?.point($0.bytes) != nil
                })
        else { return nil }
        // The movie has the duration of the sample.
        first.decodeTicks = 0
        guard let fragment = try? template.segment(of: [[first]], sequenceNumber: 1) else { return nil }
        var movie = initializations[Int(segment.template)]
        movie.append(fragment)
        return movie
    }

    /// Whether the segments consist of the same samples.
    func hasEqualSegments(_ other: PlannedRendition) -> Bool {
        segments == other.segments && runs.elementsEqual(other.runs) { $0.samples == $1.samples }
            && exceptions == other.exceptions
    }

    /// The approximate size in memory, in bytes.
    var memorySize: Int {
        segments.capacity * MemoryLayout<Segment>.stride + runs.capacity * MemoryLayout<Run>.stride
            + positions.capacity * MemoryLayout<Position>.stride + templates.count * 1024
            + exceptions.values.reduce(0) { $0 + $1.memorySize }
    }
}

extension ByteRope {
    /// Whether the slices are equal, without reading those of the same storage.
    fileprivate func hasEqualSlices(_ other: ByteRope) -> Bool {
        slices.count == other.slices.count
            && zip(slices, other.slices).allSatisfy { left, right in
                left.storage === right.storage
                    ? left.offset == right.offset && left.count == right.count : left == right
            }
    }
}
