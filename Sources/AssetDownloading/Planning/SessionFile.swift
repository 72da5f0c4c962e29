import HLS
package import HTTPClient

/// A file with metadata of a presentation, to which `EXT-X-SESSION-DATA` refers.
package struct SessionFile: Sendable, Hashable {
    /// The maximum size of a file in bytes.
    package static let sizeLimit = 1 << 20

    package let url: WebURL
    /// The path of its copy.
    package let path: String
    private let data: SessionData

    /// The file of metadata in a playlist at `base`; nil without a file, and if its URL is not fetched.
    init?(_ data: SessionData, at base: WebURL, number: Int) {
        guard let uri = data.uri, let url = base.resolve(uri) else { return nil }
        (self.url, self.data) = (url, data)
        var suffix = "bin"
        if case .json = data.content { suffix = "json" }
        path = "session-data/\(number).\(suffix)"
    }

    package var id: String { data.id }

    /// The metadata that refers to the copy.
    var local: SessionData {
        var local = data
        local.uri = path
        return local
    }
}
