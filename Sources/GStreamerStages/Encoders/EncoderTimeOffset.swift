import CGStreamer
import CGStreamerLibraries
import StageKit
import Synchronization

/// The offset of times in an encoder from frame times, in nanoseconds. Set by the first frame.
final class EncoderTimeOffset: Sendable {
    private let value = Atomic<Int64>(0)
    private let latestEnd = Atomic<Int64>(.min)
    var bias: Int64 { value.load(ordering: .relaxed) }
    func set(bias: Int64) { value.store(bias, ordering: .relaxed) }
    /// The end of the input in nanoseconds of frame time; nil if no frames are skipped.
    var end: Int64? {
        let end = latestEnd.load(ordering: .relaxed)
        return end == .min ? nil : end
    }
    /// Records that the input lasts until this frame time, even if the last frames are skipped.
    func reach(_ time: Int64) { latestEnd.max(time, ordering: .relaxed) }
    /// The frame time of a running time in the encoder, in nanoseconds.
    func frameTime(_ runningTime: Int64) -> Int64 { runningTime - bias }
}
