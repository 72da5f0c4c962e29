public import Media

/// Reads the files that an earlier run left in a sink's storage.
///
/// All instances compare equal, since an instance only provides access to the files listed in ``Resumption``.
public struct StoredContent: Sendable, Hashable {
    private let read: (@Sendable (String) -> ByteRope?)?

    /// Creates a reader; `read` returns nil when a file cannot be read. Nil for a sink that cannot read its files.
    public init(_ read: (@Sendable (String) -> ByteRope?)? = nil) { self.read = read }

    /// Whether the sink can read its files.
    public var isAvailable: Bool { read != nil }

    /// Returns the bytes of the file at `path`; nil when it cannot be read.
    public func callAsFunction(_ path: String) -> ByteRope? { read?(path) }

    public static func == (left: StoredContent, right: StoredContent) -> Bool { true }
    public func hash(into hasher: inout Hasher) {}
}
