import Media

/// The mean brightness of each cell of a frame, in a grid of 8 × 8 cells.
struct BrightnessGrid {
    private static let side = 8
    private var means = [Float](repeating: 0, count: side * side)

    /// Samples every second pixel of every second row.
    init(_ picture: borrowing VideoPixels) {
        let plane = picture.planes[0]
        var sums = [Int](repeating: 0, count: Self.side * Self.side)
        var counts = sums
        for row in stride(from: 0, to: plane.rowCount, by: 2) {
            let first = row * Self.side / plane.rowCount * Self.side
            picture.withRow(row) { pixels in
                for column in 0..<Self.side {
                    let range = column * pixels.count / Self.side..<(column + 1) * pixels.count / Self.side
                    var sum = 0
                    for index in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
                        sum += Int(pixels[index])
                    }
                    sums[first + column] += sum
                    counts[first + column] += (range.count + 1) / 2
                }
            }
        }
        for index in means.indices { means[index] = Float(sums[index]) / Float(max(counts[index], 1)) / 255 }
    }

    /// Returns the mean absolute difference of the cells, from 0 to 1.
    func distance(to other: BrightnessGrid) -> Double {
        Double(zip(means, other.means).reduce(0) { $0 + abs($1.0 - $1.1) }) / Double(means.count)
    }
}
