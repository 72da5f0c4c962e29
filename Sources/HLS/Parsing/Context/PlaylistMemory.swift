/// The memory that reading a playlist takes, about: its bytes and what they become.
package struct PlaylistMemory: Sendable {
    private let limit: Int
    private var reserved: Int

    /// Memory of which the text has its part already; `limit` is in bytes.
    package init(textSize: Int, limit: Int) {
        self.limit = limit
        reserved = textSize
    }

    /// Accounts for memory before it is allocated; refuses what would exceed the limit.
    package mutating func reserve(_ bytes: Int, line: Int) throws(PlaylistProblem) {
        reserved += bytes
        guard reserved <= limit else {
            throw PlaylistProblem(
                line: line,
                message: "the playlist would take more than \(limit >> 20) MiB of memory, which is the limit",
                exceedsMemory: true)
        }
    }
}
