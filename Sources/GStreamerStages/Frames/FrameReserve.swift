import CGStreamer
import CGStreamerLibraries
import Synchronization

/// The frames of a producer that are in use, and the memory that its pool keeps for further ones.
///
/// Pools of GStreamer keep every buffer until their element stops. After a stall, when many frames waited for the next
/// stage, they would keep the memory of all of them. Frames beyond the usual number leave their pool after their use.
struct FrameReserve {
    /// The number of frames in use.
    final class Count: Sendable {
        fileprivate let frames = Atomic<Int>(0)
        var used: Int { frames.load(ordering: .relaxed) }
        func removeFrame() { frames.subtract(1, ordering: .relaxed) }
    }

    /// The number of frames between two estimates of the usual number.
    static let period = 150
    /// The number of frames beyond the usual number that remain in the pool.
    static let tolerance = 8

    let count = Count()
    /// The lowest number of frames in use in the last complete period, and in the current one.
    private var lowest: (last: Int?, current: Int) = (nil, .max)
    private var position = 0

    /// Adds a frame. Returns whether it is one more than usual.
    mutating func addFrame() -> Bool {
        let used = count.frames.add(1, ordering: .relaxed).newValue
        lowest.current = min(lowest.current, used)
        position += 1
        if position == Self.period {
            position = 0
            lowest = (lowest.current, used)
        }
        guard let last = lowest.last else { return false }
        return used > max(last, lowest.current) + Self.tolerance
    }
}
