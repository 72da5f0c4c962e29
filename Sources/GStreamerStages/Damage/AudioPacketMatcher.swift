/// Matches the packets of one audio stream that entered a decoder with the time that its frames cover.
///
/// Audio decoders regroup samples and shift them by their delay, so a packet counts as lost if the frames leave a gap
/// at its middle.
struct AudioPacketMatcher: Sendable {
    /// The number of packets at the start and the end that a decoder may retain as its delay.
    static let delay = 3
    /// The maximum number of unmatched packets, more than any decoder retains. Older packets count as lost.
    static let maximumPending = 4096

    private struct Packet {
        var start: Int64
        var length: Int64
    }

    private var pending: [Packet] = []
    private var segment: (start: Int64, stop: Int64) = (.min, .max)
    private var lastStart: Int64?
    private var length: Int64 = 0
    private var covered: Int64?
    /// The duration of the last frame. The declared duration of a first packet may include a gap.
    private var frameLength = Int64.max

    /// The number of packets that entered.
    private(set) var entered = 0
    /// The number of packets that were lost.
    private(set) var lost = 0
    /// The times of the first and last lost packet, in nanoseconds.
    private(set) var lostTimes: ClosedRange<Int64>?

    /// Sets the times outside which packets are not expected to produce frames.
    mutating func setSegment(start: Int64?, stop: Int64?) { segment = (start ?? .min, stop ?? .max) }

    /// Records a packet that starts at `time` and lasts `duration`, 0 if unknown; both in nanoseconds.
    mutating func enter(at time: Int64?, duration: Int64) {
        entered += 1
        guard let time else { return }
        if duration > 0 {
            length = duration
        } else if let lastStart, time > lastStart {
            length = time - lastStart
        }
        lastStart = time
        guard time + length / 2 >= segment.start, time + length / 2 < segment.stop else { return }
        // The timeline starts again.
        if let covered, time < covered - AccessUnitMatcher.stepBack { end() }
        pending.append(Packet(start: time, length: length))
        if pending.count > Self.maximumPending { lose(pending.removeFirst()) }
    }

    /// Records a frame that covers `duration` from `time`, in nanoseconds.
    mutating func leave(at time: Int64?, duration: Int64) {
        guard let time else { return }
        if duration > 0 { frameLength = duration }
        let gap = pending.prefix { middle($0) < time }.filter { middle($0) >= covered ?? .min }
        if covered != nil || gap.count > Self.delay {
            for packet in gap { lose(packet) }
        }
        let end = max(covered ?? time, time + (duration > 0 ? duration : length))
        covered = end
        let isPast = pending.prefix { middle($0) < end }.count
        pending.removeFirst(isPast)
    }

    /// Records that no more frames follow.
    mutating func end() {
        if pending.count > Self.delay {
            for packet in pending { lose(packet) }
        }
        pending = []
        covered = nil
    }

    private func middle(_ packet: Packet) -> Int64 { packet.start + min(packet.length, frameLength) / 2 }

    private mutating func lose(_ packet: Packet) {
        let time = packet.start
        lost += 1
        lostTimes = min(lostTimes?.lowerBound ?? time, time)...max(lostTimes?.upperBound ?? time, time)
    }
}
