import Media

/// The clients that have recently requested the media playlists of a presentation.
///
/// Clients are hashes that are valid within this process. Memory is bounded: beyond ``limit`` clients, new ones are not
/// counted until others expire.
struct ViewerTable: Sendable {
    /// The maximum number of clients of a presentation, and so of each of its playlists.
    static let limit = 50_000

    /// The time of the last request of each client.
    private var clients: [Int: MonotonicTime] = [:]
    /// The same by path of the media playlist.
    private var playlists: [String: [Int: MonotonicTime]] = [:]

    init() {}

    /// The number of distinct clients.
    var count: Int { clients.count }
    /// The number of distinct clients of each playlist.
    var counts: [String: Int] { playlists.mapValues(\.count) }

    /// Records a request for the playlist at a path.
    mutating func record(_ client: Int, requesting path: String, at now: MonotonicTime) {
        guard clients.count < Self.limit || clients[client] != nil else { return }
        clients[client] = now
        playlists[path, default: [:]][client] = now
    }

    /// Removes clients without a request since `limit`.
    mutating func removeAll(before limit: MonotonicTime) {
        guard !clients.isEmpty else { return }
        Self.removeAll(before: limit, from: &clients)
        for path in Array(playlists.keys) {
            Self.removeAll(before: limit, from: &playlists[path, default: [:]])
            if playlists[path]?.isEmpty == true { playlists[path] = nil }
        }
    }

    private static func removeAll(before limit: MonotonicTime, from requests: inout [Int: MonotonicTime]) {
        for client in requests.compactMap({ $0.value < limit ? $0.key : nil }) { requests[client] = nil }
    }
}
