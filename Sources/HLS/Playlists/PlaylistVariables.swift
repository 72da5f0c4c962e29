/// The sources of variables that a playlist imports.
package struct PlaylistVariables: Sendable, Hashable {
    /// The variables of the multivariant playlist that references this playlist.
    package var imported: [String: String]
    /// The query parameters of the playlist's URL, percent-decoded.
    package var queryParameters: [String: String]

    package init(imported: [String: String] = [:], queryParameters: [String: String] = [:]) {
        self.imported = imported
        self.queryParameters = queryParameters
    }
}
