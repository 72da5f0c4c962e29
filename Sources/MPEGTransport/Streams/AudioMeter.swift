import Media

/// Measures an audio stream. Frames are contiguous and independent of packet boundaries.
struct AudioMeter: StreamMeter {
    private var result: StreamMeasurement
    /// Received bytes that are not yet part of a complete frame, from `position` on.
    private var pending: [UInt8] = []
    private var position = 0
    /// The packets whose first frame is not complete, with their start in `pending`.
    private var packets: [(start: Int, packet: StreamPacket)] = []
    /// The offset of the last packet, for frames without a timestamp.
    private var lastOffset = 0
    private var isOutOfSync = false
    /// Whether frames were lost since the last timestamp, so that a different time of the next one is not another
    /// fault.
    private var hasLostFrames = false
    /// A timestamp, the number of samples since then, and their rate.
    private var clock: (time: Int64, samples: Int, rate: Int)?
    private let keepsSamples: Bool

    init(id: UInt32, coding: StreamCoding, keepsSamples: Bool) {
        result = StreamMeasurement(id: id, coding: coding)
        self.keepsSamples = keepsSamples
    }

    mutating func process(_ packet: StreamPacket, _ bytes: UnsafeRawBufferPointer) {
        if result.coding == .opus, measureOpus(packet, bytes) { return }
        guard ![.otherAudio, .latm, .opus].contains(result.coding) else { return count(packet, bytes.count) }
        packets.append((pending.count, packet))
        pending.append(contentsOf: bytes)
        readFrames()
        // Moving the remaining bytes must cost less than reading the consumed ones.
        guard position > 1 << 16, position * 2 > pending.count else { return }
        pending.removeFirst(position)
        for index in packets.indices { packets[index].start -= position }
        position = 0
    }

    /// Counts a packet of a coding that is not parsed: packets count as frames, and the last one has no duration.
    private mutating func count(_ packet: StreamPacket, _ size: Int) {
        if result.track.sampleCount == 0 { (result.track.firstOffset, result.track.firstSize) = (packet.offset, size) }
        result.track.sampleCount += 1
        result.track.byteCount += size
        guard let time = packet.presentation else { return }
        if clock == nil {
            result.track.decodeStart = time
            result.track.presentationStart = time
        }
        clock = (time, 0, 1)
    }

    /// Measures the access units of a packet, which have their durations. Returns false if there are none.
    private mutating func measureOpus(_ packet: StreamPacket, _ bytes: UnsafeRawBufferPointer) -> Bool {
        var (offset, samples) = (0, 0)
        var durations: [Int] = []
        while offset < bytes.count,
            case .frame(let frame) = OpusAccessUnit.read(
                UnsafeRawBufferPointer(rebasing: bytes[offset...]), isEnd: true)
        {
            offset += frame.size
            samples += frame.sampleCount
            durations.append(frame.sampleCount)
        }
        guard samples > 0 else { return false }
        let header = AudioFrameHeader(byteCount: offset, sampleCount: samples, sampleRate: 48_000)
        if result.track.sampleCount == 0 {
            (result.track.firstOffset, result.track.firstSize) = (packet.offset, offset)
        }
        if let time = packet.presentation { place(time, header, at: packet.offset) }
        result.track.sampleCount += durations.count
        result.track.byteCount += offset
        clock?.samples += samples
        for duration in durations.map({ Int64($0) * 90_000 / 48_000 }) {
            result.track.shortestDuration = min(result.track.shortestDuration, duration)
            result.track.longestDuration = max(result.track.longestDuration, duration)
        }
        return true
    }

    private mutating func readFrames() {
        while pending.count - position >= AudioFrameHeader.headerSize {
            guard let frame = AudioFrameHeader(result.coding, pending[position...]) else {
                resynchronize()
                continue
            }
            guard frame.byteCount <= pending.count - position else { return }
            isOutOfSync = false
            measure(frame)
            position += frame.byteCount
        }
    }

    /// Skips to the next possible start of a frame.
    private mutating func resynchronize() {
        if !isOutOfSync {
            result.damage.add(
                packets.last { $0.start <= position }?.packet.offset ?? lastOffset,
                expected: "an audio frame after the preceding one", found: "bytes that do not start a frame")
        }
        (isOutOfSync, hasLostFrames) = (true, true)
        position += 1
        while position < pending.count, pending[position] != 0xff, pending[position] != 0x0b { position += 1 }
        // If several packets contain no frame start, only the time of the last one applies.
        let due = packets.prefix { $0.start <= position }.count
        if due > 1 { packets.removeFirst(due - 1) }
    }

    private mutating func measure(_ frame: AudioFrameHeader) {
        // The time of a packet belongs to the first frame that starts in it; in packets before the last one no frame
        // starts.
        let due = packets.prefix { $0.start <= position }
        if let packet = due.last?.packet {
            lastOffset = packet.offset
            packets.removeFirst(due.count)
            if let time = packet.presentation { place(time, frame, at: packet.offset) }
        }
        if result.track.sampleCount == 0 {
            (result.track.firstOffset, result.track.firstSize) = (lastOffset, frame.byteCount)
            let sample = ByteSlice(copying: pending[position..<min(pending.count, position + 16_384)])
            // Substreams that are decoded together are in one packet.
            let format =
                AudioFrameHeader.format(result.coding, sample: sample)
                ?? AudioFrameHeader.format(result.coding, sample: sample.slice(0..<min(sample.count, frame.byteCount)))
            result.format = format.map(MediaFormat.codedAudio)
        }
        result.track.byteCount += frame.byteCount
        if keepsSamples {
            let bytes = pending[position..<position + frame.byteCount]
            result.samples.append(StreamSample(frame: bytes, at: lastOffset, result.coding, time: end ?? 0))
        }
        guard frame.sampleCount > 0 else { return }
        result.track.sampleCount += 1
        if clock?.rate != frame.sampleRate, let end { begin(at: end, rate: frame.sampleRate) }
        clock?.samples += frame.sampleCount
        let ticks = Int64(frame.sampleCount) * 90_000 / Int64(frame.sampleRate)
        result.track.shortestDuration = min(result.track.shortestDuration, ticks)
        result.track.longestDuration = max(result.track.longestDuration, ticks)
    }

    /// The end of the audio so far.
    private var end: Int64? {
        clock.map { $0.time + Int64($0.samples) * 90_000 / Int64(max($0.rate, 1)) }
    }

    /// Processes the timestamp of the next frame.
    private mutating func place(_ time: Int64, _ frame: AudioFrameHeader, at offset: Int) {
        guard let end else {
            clock = (time, 0, frame.sampleRate)
            result.track.decodeStart = time
            result.track.presentationStart = time
            return
        }
        // Times are rounded; some multiplexers round to milliseconds or more.
        let tolerance = Int64(max(frame.sampleCount, 576)) * 90_000 / Int64(frame.sampleRate) / 2
        guard abs(time - end) > tolerance else { return }
        defer { hasLostFrames = false }
        guard !hasLostFrames else { return begin(at: time, rate: frame.sampleRate) }
        result.track.jumpCount += 1
        if result.track.jump == nil {
            result.track.jump = TrackMeasurement.Jump(offset: offset, expected: end, found: time)
        }
        begin(at: time, rate: frame.sampleRate)
    }

    /// Counts samples from another time on.
    private mutating func begin(at time: Int64, rate: Int) {
        if let clock, let end { result.track.duration += end - clock.time }
        clock = (time, 0, rate)
    }

    func finish() -> StreamMeasurement {
        var result = result
        if let clock, var end {
            // The duration of a truncated frame counts, too.
            if let cut = AudioFrameHeader(result.coding, pending[position...]) {
                end += Int64(cut.sampleCount) * 90_000 / Int64(cut.sampleRate)
            }
            result.track.decodeEnd = end
            result.track.presentationEnd = end
            result.track.duration += end - clock.time
        }
        if pending.count > position, !isOutOfSync {
            result.damage.add(
                packets.last { $0.start <= position }?.packet.offset ?? lastOffset,
                expected: "a complete audio frame at the end", found: "\(pending.count - position) bytes of one")
        }
        return result
    }
}
