/// Derives the times of decoded frames whose samples have no presentation times, as in AVI.
///
/// Decoders guess such times, and repeat some of them for B-frames. Each sample has one frame, so that the frames in the order
/// of presentation have the decode times of the samples.
struct UntimedFrames: Sendable {
    /// The number of samples in a decoder at most.
    private static let maximumCount = 512
    /// The number of frames by which a guess may be wrong, because of reordered frames.
    private static let maximumReordering: Int64 = 16

    private var decodeTimes: [Int64] = []
    private var isUntimed = false
    private var last: Int64?

    /// Records the times of a sample, in nanoseconds.
    mutating func enter(at time: Int64?, decode: Int64?) {
        if time == nil { isUntimed = true }
        guard let clock = decode ?? time else { return }
        if decodeTimes.count == Self.maximumCount { decodeTimes.removeFirst() }
        decodeTimes.append(clock)
    }

    /// Returns the time of the next frame that leaves the decoder; nil if its own time is correct.
    mutating func leave(at guess: Int64?, duration: Int64) -> Int64? {
        let next = decodeTimes.isEmpty ? nil : decodeTimes.removeFirst()
        guard isUntimed else {
            last = guess
            return nil
        }
        var time = next ?? guess ?? 0
        // Frames of some samples are missing.
        if let guess, duration > 0, guess > time + Self.maximumReordering * duration {
            decodeTimes.removeAll { $0 <= guess }
            time = guess
        }
        if let last, time <= last { time = last + max(1, duration) }
        last = time
        return time
    }
}
