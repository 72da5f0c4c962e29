/// An estimate of the memory for parsing a playlist: its bytes and the resulting model.
package struct PlaylistMemory: Sendable {
    private let limit: Int
    private var reserved: Int

    /// Creates a budget of `limit` bytes; the text already uses `textSize` bytes.
    package init(textSize: Int, limit: Int) {
        self.limit = limit
        reserved = textSize
    }

    /// Accounts for memory before it is allocated; throws if the limit would be exceeded.
    package mutating func reserve(_ bytes: Int, line: Int) throws(PlaylistProblem) {
        reserved += bytes
        guard reserved <= limit else {
            throw PlaylistProblem(
                line: line,
                message: "parsing the playlist would exceed the limit of \(limit >> 20) MiB of memory",
                exceedsMemory: true)
        }
    }
}
