/// The path of a file, in place of a file `URL`, without Foundation.
public struct FileURL: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The path, absolute or relative to the working directory.
    public let path: String

    /// The file at `path`.
    public init(fileURLWithPath path: String) { self.path = path }
    /// The file at a path given as a literal.
    public init(stringLiteral path: String) { self.init(fileURLWithPath: path) }

    public var description: String { path }
}
