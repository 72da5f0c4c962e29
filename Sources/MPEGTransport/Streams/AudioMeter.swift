import Media

/// Measures a stream of sound: frames follow each other, whatever packets they lie in.
struct AudioMeter: StreamMeter {
    private var result: StreamMeasurement
    /// What came and is not yet part of a whole frame, from `position` on.
    private var pending: [UInt8] = []
    private var position = 0
    /// The packets whose first frame has not come: where in `pending` each begins.
    private var packets: [(start: Int, packet: StreamPacket)] = []
    /// Where the last packet began, for frames that no time was given for.
    private var lastOffset = 0
    private var isOutOfSync = false
    /// Whether frames were lost since the last time: that the next one is not where they end is no other fault.
    private var hasLostFrames = false
    /// The time at which the samples since then began, how many there are, and their rate.
    private var clock: (time: Int64, samples: Int, rate: Int)?
    private let keepsSamples: Bool

    init(id: UInt32, coding: StreamCoding, keepsSamples: Bool) {
        result = StreamMeasurement(id: id, coding: coding)
        self.keepsSamples = keepsSamples
    }

    mutating func process(_ packet: StreamPacket, _ bytes: UnsafeRawBufferPointer) {
        guard ![.otherAudio, .latm, .opus].contains(result.coding) else { return count(packet, bytes.count) }
        packets.append((pending.count, packet))
        pending.append(contentsOf: bytes)
        readFrames()
        // Moving what is kept costs less than what was read before it.
        guard position > 1 << 16, position * 2 > pending.count else { return }
        pending.removeFirst(position)
        for index in packets.indices { packets[index].start -= position }
        position = 0
    }

    /// Of a coding that is not looked into: packets stand for frames, and the last one lasts for no time.
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

    /// Goes on to where the next frame may begin.
    private mutating func resynchronize() {
        if !isOutOfSync {
            result.damage.add(
                packets.last { $0.start <= position }?.packet.offset ?? lastOffset,
                expected: "a frame of sound behind the frame before", found: "bytes that begin none")
        }
        (isOutOfSync, hasLostFrames) = (true, true)
        position += 1
        while position < pending.count, pending[position] != 0xff, pending[position] != 0x0b { position += 1 }
        // Of packets in which nothing begins, the last one alone may still say a time.
        let due = packets.prefix { $0.start <= position }.count
        if due > 1 { packets.removeFirst(due - 1) }
    }

    private mutating func measure(_ frame: AudioFrameHeader) {
        // The time of a packet is that of the first frame that begins in it; in those before the last, none does.
        let due = packets.prefix { $0.start <= position }
        if let packet = due.last?.packet {
            lastOffset = packet.offset
            packets.removeFirst(due.count)
            if let time = packet.presentation { place(time, frame, at: packet.offset) }
        }
        if result.track.sampleCount == 0 {
            (result.track.firstOffset, result.track.firstSize) = (lastOffset, frame.byteCount)
            let sample = ByteSlice(copying: pending[position..<min(pending.count, position + 16_384)])
            // Substreams that are heard together come in one packet.
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

    /// Where the sound so far ends.
    private var end: Int64? {
        clock.map { $0.time + Int64($0.samples) * 90_000 / Int64(max($0.rate, 1)) }
    }

    /// Takes the time of the frame that comes next.
    private mutating func place(_ time: Int64, _ frame: AudioFrameHeader, at offset: Int) {
        guard let end else {
            clock = (time, 0, frame.sampleRate)
            result.track.decodeStart = time
            result.track.presentationStart = time
            return
        }
        // Times are rounded, by some to milliseconds and more.
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

    /// Counts from another time on.
    private mutating func begin(at time: Int64, rate: Int) {
        if let clock, let end { result.track.duration += end - clock.time }
        clock = (time, 0, rate)
    }

    func finish() -> StreamMeasurement {
        var result = result
        if let clock, var end {
            // A frame that is cut off was to last, too.
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
                expected: "a whole frame of sound at the end", found: "\(pending.count - position) bytes of one")
        }
        return result
    }
}
