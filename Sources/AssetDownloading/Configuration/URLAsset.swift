public import Foundation

/// A presentation at an address.
public struct URLAsset: Sendable, Hashable {
    public var url: URL
    /// Header fields that go with every request to the server of ``url``, such as `Cookie: …`.
    public var headerFields: [String] = []

    public init(url: URL) { self.url = url }
}
