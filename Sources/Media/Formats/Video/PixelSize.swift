/// A width and a height in pixels.
public struct PixelSize: Sendable, Hashable, CustomStringConvertible, Codable {
    public var width: Int
    public var height: Int

    /// A size in pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public var description: String { "\(width)x\(height)" }
}
