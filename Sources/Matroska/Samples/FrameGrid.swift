/// Removes the rounding of a segment's ticks from the times of video with a constant frame rate.
///
/// Frames are placed at multiples of the frame duration after the first one. A time that differs from its multiple by
/// more than the rounding starts a new grid.
struct FrameGrid: Sendable {
    /// The duration of a frame in ticks of the track.
    private let step: Int64
    /// The largest difference of two times that rounding causes.
    private let tolerance: Int64
    private var origin: Int64

    /// The grid of a track's first times; nil if they are not on one, or if the rounding is too coarse for it.
    init?(step: Int64, tolerance: Int64, times: [Int64]) {
        guard let first = times.min(), times.count > 1, step > 4 * tolerance else { return nil }
        (self.step, self.tolerance, origin) = (step, tolerance, first)
        guard times.allSatisfy({ place(of: $0) != nil }) else { return nil }
    }

    /// Returns the place of a frame with a rounded time.
    mutating func time(of rounded: Int64) -> Int64 {
        if let place = place(of: rounded) { return place }
        origin = rounded
        return rounded
    }

    private func place(of rounded: Int64) -> Int64? {
        let distance = rounded - origin
        let count = (distance + (distance < 0 ? -step / 2 : step / 2)) / step
        let place = origin + count * step
        return abs(rounded - place) <= tolerance ? place : nil
    }
}
