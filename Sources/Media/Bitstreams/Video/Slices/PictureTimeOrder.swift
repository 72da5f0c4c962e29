/// Compares the times of pictures with the order of presentation in their bitstream.
package struct PictureTimeOrder: Sendable {
    private struct Picture: Sendable {
        var count: Int
        var time: Int64
        var offset: Int
    }

    /// The pictures since the last one that restarts the order.
    private var pictures: [Picture] = []
    /// The latest time before these; nil without a restart.
    private var earlier: Int64?
    /// Whether all pictures since the last restart are known.
    private var isKnown = false
    /// The offset of the first picture at a wrong time, in bytes.
    package private(set) var faultOffset: Int?
    /// The number of pictures at wrong times.
    package private(set) var faultCount = 0

    /// The maximum number of pictures to compare.
    private static let maximumCount = 65_536

    package init() {}

    /// Starts with a picture that need not restart the order, and that others refer to: the counts of later pictures are
    /// relative to it.
    package mutating func begin() { isKnown = true }

    /// Adds the next picture in decode order; without a place, the following ones are ignored up to a restart.
    package mutating func add(_ place: PictureOrderCounter.Place?, time: Int64, at offset: Int) {
        guard let place else { return isKnown = false }
        if place.restarts {
            finish()
            if isKnown || pictures.isEmpty { earlier = pictures.map(\.time).max() ?? earlier }
            pictures = []
            isKnown = true
        }
        guard isKnown, pictures.count < Self.maximumCount else { return }
        pictures.append(Picture(count: place.count, time: time, offset: offset))
    }

    /// Compares the pictures since the last restart.
    package mutating func finish() {
        guard isKnown else { return }
        var last = earlier
        for picture in pictures.sorted(by: { ($0.count, $0.time) < ($1.count, $1.time) }) {
            if let last, picture.time <= last {
                faultCount += 1
                faultOffset = faultOffset.map { min($0, picture.offset) } ?? picture.offset
            }
            last = max(last ?? picture.time, picture.time)
        }
    }
}
