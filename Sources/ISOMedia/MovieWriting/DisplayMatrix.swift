package import Media

/// The transformation of video for display: the nine numbers of a track header, 16.16 with a 2.30 last column.
package struct DisplayMatrix: Sendable, Hashable {
    /// a, b, u, c, d, v, x, y, w as stored.
    package let values: [Int32]

    package static let identity = DisplayMatrix(a: 1, b: 0, c: 0, d: 1, x: 0, y: 0)

    /// The matrix of an affine transformation: x' = ax + cy + tx, y' = bx + dy + ty. Values that exceed 16.16 are
    /// clamped.
    package init(a: Double, b: Double, c: Double, d: Double, x: Double, y: Double) {
        values = [
            Self.fixed(a), Self.fixed(b), 0, Self.fixed(c), Self.fixed(d), 0, Self.fixed(x), Self.fixed(y), 1 << 30,
        ]
    }

    /// One of the eight orientations of video of a size, translated so that x and y stay positive.
    package init(clockwiseQuarterTurns turns: Int, isMirrored: Bool = false, size: PixelSize) {
        let mirror: Double = isMirrored ? -1 : 1
        let (width, height) = (Double(size.width), Double(size.height))
        // Mirroring left to right precedes the rotation.
        let (cosine, sine): (Double, Double) = [(1, 0), (0, 1), (-1, 0), (0, -1)][((turns % 4) + 4) % 4]
        let (a, b, c, d) = (cosine * mirror, sine * mirror, -sine, cosine)
        self.init(
            a: a, b: b, c: c, d: d, x: -(min(0, a * width) + min(0, c * height)),
            y: -(min(0, b * width) + min(0, d * height)))
    }

    /// Returns the product of the matrices in a track header and in the movie header; nil for the identity. Matrices of
    /// zeros, which some writers store, count as the identity.
    static func stored(_ track: [Int32], _ movie: [Int32]) -> [Int32]? {
        func isIdentity(_ matrix: [Int32]) -> Bool {
            matrix.count != 9 || matrix == identity.values || matrix.allSatisfy { $0 == 0 }
        }
        guard !isIdentity(movie) else { return isIdentity(track) ? nil : track }
        guard !isIdentity(track) else { return movie }
        // The rows of a matrix are (a, b, u), (c, d, v) and (x, y, w).
        let (left, right) = (columns(track), columns(movie))
        func element(_ row: Int, _ column: Int) -> Double {
            (0..<3).reduce(0) { $0 + left[3 * row + $1] * right[3 * $1 + column] }
        }
        let product = DisplayMatrix(
            a: element(0, 0), b: element(0, 1), c: element(1, 0), d: element(1, 1), x: element(2, 0),
            y: element(2, 1))
        return product == identity ? nil : product.values
    }

    private static func columns(_ stored: [Int32]) -> [Double] {
        stored.enumerated().map { index, value in Double(value) / (index % 3 == 2 ? 1_073_741_824 : 65536) }
    }

    private static func fixed(_ value: Double) -> Int32 {
        guard value.isFinite else { return 0 }
        return Int32(max(min((value * 65536).rounded(), Double(Int32.max)), Double(Int32.min)))
    }
}
