import Media

/// Converts cues to contiguous samples (ISO/IEC 14496-30 7.3). A sample lasts as long as the set of active cues stays
/// the same.
struct CueSamples: Sendable {
    /// The timescale of the samples.
    static let timescale: Int32 = 90_000
    /// The maximum size of the samples of one segment in bytes.
    private static let maximumBytes = 16 << 20

    private let track: Track.ID
    /// The source identifiers (`source_ID`) of cues that continue in the next segment, with their bytes and start
    /// times.
    private var crossing: [(cue: ByteSlice, start: Int64, id: UInt32)] = []
    private var lastID: UInt32 = 0

    init(_ track: Track.ID) { self.track = track }

    private struct Cue {
        var start: Int64
        var end: Int64
        var id: UInt32?
        var content: ByteSlice

        /// The box for a sample that may start during the cue: times inside of its text are relative to the sample.
        func box(inSampleAt begin: Int64) -> [UInt8] {
            func milliseconds(_ ticks: Int64) -> Int64 {
                MediaTime(value: ticks, timescale: CueSamples.timescale).ticks(at: 1000)
            }
            let time = milliseconds(start)
            guard begin != start, let cue = WebVTTCue(box: content, start: time, end: time + 1) else {
                return content.bytes
            }
            return cue.box(inSampleAt: milliseconds(begin))
        }
    }

    /// Returns the samples from `start` to `end`; `cues` must be sorted by start time.
    mutating func samples(
        of cues: [Sample], from start: MediaTime, to end: MediaTime
    ) throws(PackagingError) -> [Sample] {
        let range =
            start.ticks(at: Self.timescale)..<max(end.ticks(at: Self.timescale), start.ticks(at: Self.timescale) + 1)
        var placed = cues.map {
            Cue(
                start: $0.presentationTime.ticks(at: Self.timescale),
                end: ($0.presentationTime + $0.length).ticks(at: Self.timescale), content: $0.bytes)
        }
        let inside = placed.flatMap { [$0.start, $0.end] }.filter { range.lowerBound < $0 && $0 < range.upperBound }
        let points = ([range.lowerBound] + Set(inside).sorted() + [range.upperBound])
        assignIdentifiers(&placed, points, range)
        var samples: [Sample] = []
        var waiting = placed[...]
        var shown: [Cue] = []
        var bytes = 0
        for (begin, next) in zip(points, points.dropFirst()) {
            shown.removeAll { $0.end <= begin }
            while let cue = waiting.first, cue.start <= begin {
                shown.append(cue)
                waiting.removeFirst()
            }
            let content = Self.content(of: shown, at: begin)
            bytes += content.count
            guard bytes <= Self.maximumBytes else {
                throw PackagingError(
                    .limitReached, "the cues of one segment at \(start) need more than \(Self.maximumBytes >> 20) MiB")
            }
            samples.append(
                Sample(
                    track: track, timescale: Self.timescale, decodeTicks: begin, duration: next - begin,
                    flags: .sync, bytes: ByteSlice(copying: content)))
        }
        return samples
    }

    /// Assigns a source identifier to every cue that is in several samples, the same in all of them.
    private mutating func assignIdentifiers(_ cues: inout [Cue], _ points: [Int64], _ range: Range<Int64>) {
        var continuing: [(cue: ByteSlice, start: Int64, id: UInt32)] = []
        for index in cues.indices {
            let cue = cues[index]
            let known = crossing.first { $0.start == cue.start && $0.cue.storage === cue.content.storage }?.id
            // A cue is in one sample only if no other cue starts or ends during it.
            let first = points.firstIndex { $0 >= cue.start } ?? 0
            let isWhole =
                cue.start >= range.lowerBound && cue.end <= range.upperBound
                && first + 1 < points.count && points[first + 1] == cue.end
            guard known != nil || !isWhole else { continue }
            if known == nil { lastID &+= 1 }
            let id = known ?? lastID
            cues[index].id = id
            if cue.end > range.upperBound { continuing.append((cue.content, cue.start, id)) }
        }
        crossing = continuing
    }

    /// Returns one box per cue, or an empty-cue box, for a sample that starts at `begin`.
    private static func content(of cues: [Cue], at begin: Int64) -> [UInt8] {
        guard !cues.isEmpty else { return ConfigurationBoxes.box("vtte", []) }
        return cues.flatMap { cue -> [UInt8] in
            guard let id = cue.id else { return cue.content.bytes }
            let name = ConfigurationBoxes.box("vsid", (0..<4).map { UInt8(truncatingIfNeeded: id >> (24 - 8 * $0)) })
            return ConfigurationBoxes.box("vttc", name + cue.box(inSampleAt: begin).dropFirst(8))
        }
    }
}
