import Media

/// Makes the samples of a video track.
struct TrackVideo: SampleMaker {
    private(set) var counts = TrackCounts()
    private let track: Track
    private let coding: TrackCoding
    private let clock: SegmentClock
    private let syntax: BitstreamSyntax?
    private let rule: SyncRule?
    private let step: Int64?
    private var hidden = HiddenFrames()
    private var timeline: ReorderedTimeline
    /// The time of the previous frame in ticks of the track.
    private var last: Int64?

    init(_ track: Track, _ coding: TrackCoding, _ format: CodedVideoFormat, _ clock: SegmentClock) {
        (self.track, self.coding, self.clock) = (track, coding, clock)
        (syntax, rule) = (BitstreamSyntax(track.format), SyncRule(track.format))
        step = TrackFrameRate.step(format.nominalFrameRate)
        timeline = ReorderedTimeline(step: step, tolerance: clock.rounding(at: track.timescale))
    }

    mutating func append(_ frame: BlockFrame, _ emit: (Sample) -> Void) {
        let track = track
        counts.frameCount += 1
        guard !frame.isDamaged else { return counts.damagedCount += 1 }
        guard frame.bytes.count > 0 else { return counts.emptyCount += 1 }
        let time = frame.time.map { clock.ticks($0, at: track.timescale) } ?? last.map { $0 + (step ?? 1) }
        guard let time else { return counts.untimedCount += 1 }
        last = time
        var bytes = coding.restored(frame.bytes)
        if coding == .vp9 {
            guard let whole = hidden.sample(bytes, at: nil)?.bytes else { return counts.joinedCount += 1 }
            bytes = whole
        }
        guard let (payload, flags) = read(bytes) else { return counts.damagedCount += 1 }
        var count = 0
        timeline.append(.init(bytes: payload, flags: flags, presentation: time)) {
            count += 1
            emit(Self.sample($0, track))
        }
        counts.sampleCount += count
        counts.movedCount = timeline.movedCount
    }

    mutating func finish(_ emit: (Sample) -> Void) {
        let track = track
        var count = 0
        timeline.finish {
            count += 1
            emit(Self.sample($0, track))
        }
        counts.sampleCount += count
        counts.movedCount = timeline.movedCount
        // Hidden frames without a shown frame are never presented.
        counts.joinedCount -= hidden.count
        counts.damagedCount += hidden.count
    }

    private static func sample(_ timed: ReorderedTimeline.TimedFrame, _ track: Track) -> Sample {
        Sample(
            track: track.id, timescale: track.timescale, decodeTicks: timed.decode,
            presentationOffset: timed.frame.presentation - timed.decode, duration: timed.duration,
            flags: timed.frame.flags, bytes: timed.frame.bytes)
    }

    /// Returns the payload of a frame and its flags; nil if its units are damaged.
    private func read(_ bytes: ByteSlice) -> (ByteSlice, SampleFlags)? {
        let isSync = rule?.isSyncSample(bytes) ?? true
        switch syntax {
        case .avc(let size): return units(bytes, size, isSync: isSync) { $0 & 0x60 == 0 && (1...5).contains($0 & 0x1f) }
        case .hevc(let size):
            // Even types below 16 are sub-layer non-reference pictures.
            return units(bytes, size, isSync: isSync) { $0 >> 1 & 0x3f < 16 && $0 >> 1 & 1 == 0 }
        case .av1: return temporalUnit(bytes, isSync: isSync)
        case .vp9: return (try? VP9FrameHeader(bytes)) == nil ? nil : (bytes, isSync ? .sync : .predicted)
        default: return (bytes, isSync ? .sync : .predicted)
        }
    }

    private func units(
        _ bytes: ByteSlice, _ lengthSize: Int, isSync: Bool, isDisposable: (UInt8) -> Bool
    ) -> (ByteSlice, SampleFlags)? {
        let isAVC = coding == .avc
        let found: SampleFlags? = bytes.withUnsafeBytes { buffer in
            var (offset, flags): (Int, SampleFlags?) = (0, nil)
            for unit in NALUnitSequence(buffer, lengthSize: lengthSize) {
                offset += lengthSize + unit.count
                let isSlice = isAVC ? (1...5).contains(unit[0] & 0x1f) : unit[0] >> 1 & 0x3f < 32
                if isSlice, flags == nil { flags = isDisposable(unit[0]) ? .disposable : .predicted }
            }
            return offset == buffer.count ? flags ?? .disposable : nil
        }
        return found.map { (bytes, isSync ? .sync : $0) }
    }

    /// Removes a temporal delimiter, which samples of ISO base media files do not contain.
    private func temporalUnit(_ bytes: ByteSlice, isSync: Bool) -> (ByteSlice, SampleFlags)? {
        let start: Int? = bytes.withUnsafeBytes { buffer in
            var units = AV1UnitSequence(buffer)
            guard let first = units.next() else { return nil }
            return first.type == 2 ? first.range.upperBound : 0
        }
        guard let start, start < bytes.count else { return nil }
        return (bytes.slice(start..<bytes.count), isSync ? .sync : .predicted)
    }
}
