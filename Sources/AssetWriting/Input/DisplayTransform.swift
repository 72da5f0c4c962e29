import ISOMedia

/// An affine transformation of video for display, as `CGAffineTransform` has it: `x' = a·x + c·y + tx`,
/// `y' = b·x + d·y + ty`.
///
/// Foundation has an `AffineTransform` of its own.
public struct DisplayTransform: Sendable, Hashable {
    public var a, b, c, d: Double
    /// The translation in pixels.
    public var tx, ty: Double

    /// A transformation by its numbers.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double = 0, ty: Double = 0) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// Leaves everything where it is.
    public static let identity = DisplayTransform(a: 1, b: 0, c: 0, d: 1)

    /// A rotation by whole quarter turns, clockwise as pictures show it (y grows downwards).
    public init(quarterTurns: Int) {
        switch ((quarterTurns % 4) + 4) % 4 {
        case 1: self.init(a: 0, b: 1, c: -1, d: 0)
        case 2: self.init(a: -1, b: 0, c: 0, d: -1)
        case 3: self.init(a: 0, b: -1, c: 1, d: 0)
        default: self = .identity
        }
    }

    /// A scaling; -1 flips.
    public init(scaleX: Double, y: Double) { self.init(a: scaleX, b: 0, c: 0, d: y) }

    /// A shift in pixels.
    public init(translationX: Double, y: Double) { self.init(a: 1, b: 0, c: 0, d: 1, tx: translationX, ty: y) }

    /// This transformation and then `other`.
    public func concatenating(_ other: DisplayTransform) -> DisplayTransform {
        DisplayTransform(
            a: a * other.a + b * other.c, b: a * other.b + b * other.d, c: c * other.a + d * other.c,
            d: c * other.b + d * other.d, tx: tx * other.a + ty * other.c + other.tx,
            ty: tx * other.b + ty * other.d + other.ty)
    }

    /// The matrix of a track header; nil when 16.16 does not hold one of the numbers.
    var displayMatrix: DisplayMatrix? {
        guard [a, b, c, d, tx, ty].allSatisfy({ abs($0) < 32768 }) else { return nil }
        return DisplayMatrix(a: a, b: b, c: c, d: d, x: tx, y: ty)
    }
}
