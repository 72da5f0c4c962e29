import Media
import Synchronization

/// Which pictures are white: the first one at or after each whole second.
final class FlashPattern: Sendable {
    private let rate: Ratio
    private let shown = Mutex<Int64>(0)

    /// Picture 0 is white.
    init(rate: Ratio) { self.rate = rate }

    /// The pattern of the next picture, counted from picture 1.
    func next() -> String {
        let index = shown.withLock { index in
            index += 1
            return index
        }
        return second(index) > second(index - 1) ? "white" : "black"
    }

    /// The last whole second at or before a picture.
    private func second(_ index: Int64) -> Int64 {
        index &* Int64(rate.denominator) / Int64(rate.numerator)
    }
}
