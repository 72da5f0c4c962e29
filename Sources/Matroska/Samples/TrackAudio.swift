import Media

/// Makes the samples of an audio track. Their times are counted from the first one; the time of a block is adopted only
/// where audio is missing.
struct TrackAudio: SampleMaker {
    private(set) var counts = TrackCounts()
    private let track: Track
    private let coding: TrackCoding
    private let format: CodedAudioFormat
    private let clock: SegmentClock
    /// The delay that is subtracted from the times of blocks, in nanoseconds.
    private let delay: UInt64
    /// The end of the samples so far.
    private var end: Int64?
    /// A sample that may be the last one, without its padding.
    private var held: (sample: Sample, padding: Int64)?

    init(_ track: Track, _ coding: TrackCoding, _ format: CodedAudioFormat, delay: UInt64, _ clock: SegmentClock) {
        (self.track, self.coding, self.format, self.clock, self.delay) = (track, coding, format, clock, delay)
    }

    mutating func append(_ frame: BlockFrame, _ emit: (Sample) -> Void) {
        counts.frameCount += 1
        guard !frame.isDamaged else { return counts.damagedCount += 1 }
        guard frame.bytes.count > 0 else { return counts.emptyCount += 1 }
        if coding == .mp3, counts.frameCount == 1, MPEGAudioInformation(frame.bytes) != nil {
            return counts.paddingCount += 1
        }
        guard let length = length(of: frame), length > 0 else { return counts.damagedCount += 1 }
        guard let start = start(of: frame, length) else { return counts.untimedCount += 1 }
        end = start + length
        let sample = Sample(
            track: track.id, timescale: track.timescale, decodeTicks: start, duration: length,
            flags: flags(of: frame.bytes), bytes: frame.bytes)
        flush(emit)
        let padding = frame.padding.ticks(at: track.timescale)
        if padding > 0 { held = (sample, min(padding, length)) } else { deliver(sample, emit) }
    }

    mutating func finish(_ emit: (Sample) -> Void) {
        guard let held else { return }
        self.held = nil
        var last = held.sample
        last.duration -= held.padding
        if last.duration > 0 { deliver(last, emit) } else { counts.paddingCount += 1 }
    }

    /// Padding that is not at the end of the track remains.
    private mutating func flush(_ emit: (Sample) -> Void) {
        guard let (sample, _) = held else { return }
        held = nil
        deliver(sample, emit)
    }

    private mutating func deliver(_ sample: Sample, _ emit: (Sample) -> Void) {
        counts.sampleCount += 1
        emit(sample)
    }

    private mutating func start(of frame: BlockFrame, _ length: Int64) -> Int64? {
        guard let time = frame.time else { return end }
        guard let declared = clock.ticks(time, minus: delay, at: track.timescale) else { return end }
        guard let end, declared - end <= length / 2 else { return declared }
        if end - declared > length / 2 { counts.overlapCount += 1 }
        return end
    }

    /// The number of PCM samples in a frame; nil if it has no readable header.
    private func length(of frame: BlockFrame) -> Int64? {
        switch coding {
        case .opus: OpusPacket.duration(frame.bytes).map(Int64.init)
        case .flac: FLACFrame.blockSize(frame.bytes).map(Int64.init)
        case .appleLossless:
            // The last packet may be shorter.
            frame.duration.flatMap { clock.ticks($0, at: track.timescale) }
                .map { min($0, Int64(format.framesPerPacket)) }.flatMap { $0 > 0 ? $0 : nil }
                ?? Int64(format.framesPerPacket)
        case .pcm:
            format.constantFrameSize.flatMap { size in
                frame.bytes.count.isMultiple(of: size) ? Int64(frame.bytes.count / size) : nil
            }
        default: Int64(format.framesPerPacket)
        }
    }

    /// Packets of xHE-AAC declare whether they depend on others (usacIndependencyFlag, ISO/IEC 23003-3 5.2).
    private func flags(of packet: ByteSlice) -> SampleFlags {
        guard format.hasSampleDependencies else { return .sync }
        return packet.withUnsafeBytes { ($0.first ?? 0) & 0x80 != 0 } ? .sync : .predicted
    }
}
