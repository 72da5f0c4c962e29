public import Foundation

/// A presentation at a URL.
public struct URLAsset: Sendable, Hashable {
    public var url: URL
    /// Header fields for requests to the server of ``url``, such as `Cookie: …`.
    public var headerFields: [String] = []

    public init(url: URL) { self.url = url }
}
