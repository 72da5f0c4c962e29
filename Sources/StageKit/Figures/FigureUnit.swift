/// The unit of a figure, as the last words of its name.
///
/// Base units are preferred: seconds, bytes and ratios from 0 to 1, never milliseconds, kilobytes or per cent.
public struct FigureUnit: RawRepresentable, Sendable, Hashable, Codable {
    /// Lower-case words joined by hyphens; empty for a number of things that the name states.
    public let rawValue: String
    /// The unit with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A number of things, such as requests.
    public static let count = FigureUnit(rawValue: "")
    public static let seconds = FigureUnit(rawValue: "seconds")
    /// A date in seconds since 1970-01-01 00:00:00 UTC.
    public static let timestamp = FigureUnit(rawValue: "timestamp-seconds")
    public static let bytes = FigureUnit(rawValue: "bytes")
    public static let bitsPerSecond = FigureUnit(rawValue: "bits-per-second")
    /// A ratio, 1 for the whole.
    public static let ratio = FigureUnit(rawValue: "ratio")
}
