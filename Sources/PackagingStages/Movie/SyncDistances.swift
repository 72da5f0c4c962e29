import ISOMedia
import Media
import StageKit

/// Measures the longest intervals between samples at which segments can start, in one pass over a track's tables.
struct SyncDistances {
    /// The longest interval between all sync samples.
    private(set) var all: MediaTime?
    /// The longest interval between sync samples with closed GOPs; nil if all have closed GOPs.
    private(set) var closed: MediaTime?
    /// The longest intervals between IDR pictures and the recovery points that the movie marks as sync samples; nil
    /// without such recovery points.
    private(set) var recovery: RecoveryIntervals?
    /// The number of samples that the movie marks as sync samples.
    private(set) var markedCount = 0
    /// The number of marked samples at which decoding cannot start, not even gradually: recovery points are reported where
    /// segments cannot start at them.
    private(set) var wrongCount = 0

    /// The interval between the sync samples so far.
    private struct Distance {
        var last: Int64?
        var longest: Int64 = 0

        mutating func add(_ ticks: Int64) {
            if let last { longest = max(longest, ticks &- last) }
            last = ticks
        }

        func whole(end: Int64, _ timescale: Int32) -> MediaTime? {
            last.map { MediaTime(value: max(longest, end &- $0), timescale: timescale) }
        }
    }

    /// The intervals that the movie declares.
    init(declaredBy track: MovieTrack, in movie: MovieFile) {
        all = movie.declaredSyncInterval(of: track) ?? movie.maximumSyncInterval(of: track)
    }

    /// Examines the samples in a range of positions.
    init(of track: MovieTrack, in movie: MovieFile, format: MediaFormat, _ range: Range<Int>) {
        guard let rule = SyncRule(format), let syntax = BitstreamSyntax(format) else {
            all = movie.maximumSyncInterval(of: track)
            return
        }
        var cursor = movie.cursor(for: track)
        var (sync, open, end) = (Distance(), Distance(), Int64(0))
        var (immediate, every, hasRecovery) = (Distance(), Distance(), false)
        // A CRA picture whose leading pictures have not been examined yet.
        var undecided: Int64?
        var (hasOpen, isFirst, position) = (false, true, 0)
        while position < range.upperBound, let sample = cursor.next() {
            defer { position += 1 }
            guard position >= range.lowerBound else { continue }
            end = sample.decodeTicks &+ sample.duration
            if sample.precedingGap > 0 { (sync.last, open.last, immediate.last, every.last) = (nil, nil, nil, nil) }
            if let cra = undecided, let picture = syntax.randomAccessPicture(movie.bytes(of: sample)) {
                switch picture {
                case .decodableLeading: break
                case .skippedLeading: (undecided, hasOpen) = (nil, true)
                case .instantaneousRefresh, .cleanRandomAccess, .brokenLink, .trailing:
                    open.add(cra)
                    undecided = nil
                }
            }
            guard sample.flags.isSync else { continue }
            markedCount += 1
            let bytes = movie.bytes(of: sample)
            guard rule.isSyncSample(bytes) else {
                guard let point = syntax.recoveryPoint(bytes) else {
                    wrongCount += 1
                    continue
                }
                hasRecovery = true
                if !point.isGradual { immediate.add(sample.decodeTicks) }
                every.add(sample.decodeTicks)
                continue
            }
            sync.add(sample.decodeTicks)
            immediate.add(sample.decodeTicks)
            every.add(sample.decodeTicks)
            // The leading pictures of the first random access point are dropped.
            if isFirst || syntax.randomAccessPicture(bytes) != .cleanRandomAccess {
                open.add(sample.decodeTicks)
            } else {
                undecided = sample.decodeTicks
            }
            isFirst = false
        }
        if let undecided { open.add(undecided) }
        all = sync.whole(end: end, track.timescale)
        if hasRecovery {
            recovery = RecoveryIntervals(
                immediate: immediate.whole(end: end, track.timescale), all: every.whole(end: end, track.timescale))
        }
        closed = hasOpen ? open.whole(end: end, track.timescale) : nil
    }

    /// Warns if the movie marks samples at which decoding cannot start.
    func warn(of track: MovieTrack, _ context: StageContext) {
        Self.warn(wrongCount: wrongCount, markedCount: markedCount, of: track, context)
    }

    static func warn(wrongCount: Int, markedCount: Int, of track: MovieTrack, _ context: StageContext) {
        guard wrongCount > 0 else { return }
        context.reportWarning(
            "false-sync-samples",
            "decoding cannot start at \(wrongCount) of the \(markedCount) sync samples of track \(track.id), such as "
                + "non-IDR pictures of H.264; segments start at the others")
    }
}
