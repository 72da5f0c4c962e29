import Media
import Testing

/// The comparison of presentation times with the order of pictures.
@Suite struct PictureTimeOrderTests {
    private typealias Place = PictureOrderCounter.Place

    /// Pictures with counts relative to the first one, as at a recovery point of H.264.
    private func faults(begins: Bool, _ pictures: [(count: Int, time: Int64)]) -> Int {
        var order = PictureTimeOrder()
        if begins { order.begin() }
        for (number, picture) in pictures.enumerated() {
            order.add(Place(count: picture.count, restarts: false), time: picture.time, at: number)
        }
        order.finish()
        return order.faultCount
    }

    @Test func picturesAfterAnOpenStartAreCompared() {
        #expect(faults(begins: true, [(0, 2), (-4, 0), (-2, 1), (2, 3)]) == 0)
        #expect(faults(begins: true, [(0, 0), (-4, 1), (-2, 2), (2, 3)]) == 1)
        #expect(faults(begins: true, [(0, 1), (-2, 1), (2, 3)]) == 1)
    }

    @Test func picturesWithoutAKnownStartAreNotCompared() {
        #expect(faults(begins: false, [(0, 0), (-4, 1), (2, 3)]) == 0)
    }
}
