import ISOMedia

/// An affine transform of video for display, with the semantics of `CGAffineTransform`: `x' = a·x + c·y + tx`, `y' =
/// b·x + d·y + ty`.
///
/// The name avoids a conflict with Foundation's `AffineTransform`.
public struct DisplayTransform: Sendable, Hashable {
    public var a, b, c, d: Double
    /// The translation in pixels.
    public var tx, ty: Double

    /// A transform with these coefficients.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double = 0, ty: Double = 0) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// The transform that changes nothing.
    public static let identity = DisplayTransform(a: 1, b: 0, c: 0, d: 1)

    /// A clockwise rotation by this number of quarter turns (the y axis points down).
    public init(quarterTurns: Int) {
        switch ((quarterTurns % 4) + 4) % 4 {
        case 1: self.init(a: 0, b: 1, c: -1, d: 0)
        case 2: self.init(a: -1, b: 0, c: 0, d: -1)
        case 3: self.init(a: 0, b: -1, c: 1, d: 0)
        default: self = .identity
        }
    }

    /// A scale; a factor of -1 flips the axis.
    public init(scaleX: Double, y: Double) { self.init(a: scaleX, b: 0, c: 0, d: y) }

    /// A translation in pixels.
    public init(translationX: Double, y: Double) { self.init(a: 1, b: 0, c: 0, d: 1, tx: translationX, ty: y) }

    /// Returns this transform followed by `other`.
    public func concatenating(_ other: DisplayTransform) -> DisplayTransform {
        DisplayTransform(
            a: a * other.a + b * other.c, b: a * other.b + b * other.d, c: c * other.a + d * other.c,
            d: c * other.b + d * other.d, tx: tx * other.a + ty * other.c + other.tx,
            ty: tx * other.b + ty * other.d + other.ty)
    }

    /// The matrix for a track header; nil when a coefficient does not fit into 16.16 fixed point.
    var displayMatrix: DisplayMatrix? {
        guard [a, b, c, d, tx, ty].allSatisfy({ abs($0) < 32768 }) else { return nil }
        return DisplayMatrix(a: a, b: b, c: c, d: d, x: tx, y: ty)
    }
}
