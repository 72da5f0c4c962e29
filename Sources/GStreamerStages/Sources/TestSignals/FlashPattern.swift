import Media
import Synchronization

/// Selects the white frames: the first one at or after each whole second.
final class FlashPattern: Sendable {
    private let rate: Ratio
    private let shown = Mutex<Int64>(0)

    /// Starts with frame 0, which is white.
    init(rate: Ratio) { self.rate = rate }

    /// Returns the pattern of the next frame, starting with frame 1.
    func next() -> String {
        let index = shown.withLock { index in
            index += 1
            return index
        }
        return second(index) > second(index - 1) ? "white" : "black"
    }

    /// The last whole second at or before a frame.
    private func second(_ index: Int64) -> Int64 {
        index &* Int64(rate.denominator) / Int64(rate.numerator)
    }
}
