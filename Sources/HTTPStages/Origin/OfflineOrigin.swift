package import ContentKeys
import HLS
package import HTTPServer
import Media
package import StageKit

/// An origin without a network or a clock, for tests and fuzzing, with one presentation named `live`.
package struct OfflineOrigin: Sendable {
    private static let presentation = "live"
    private static let now = ClockReading(monotonic: .zero, wall: WallTime(seconds: 1_700_000_000))
    private let store: SharedStore
    /// Maps the bytes of a connection to the origin's responses.
    package let server: OfflineServer

    /// Creates an origin with an empty presentation. A bearer token and a signing key are required from clients if not
    /// empty.
    package init(token: String = "", key: String = "") {
        var content = OriginStore(memory: 1 << 24, spill: nil, epoch: 1)
        _ = content.open(Self.presentation)
        store = SharedStore(content)
        let access = AccessPolicy(presentationsFor: "*", token: token, signingKey: key)
        server = OfflineServer(OriginHandler(store: store, access: access), at: Self.now)
    }

    /// Publishes a resource of the presentation.
    package func publish(_ resource: Resource) {
        let playlist = DeliveredPlaylist(resource, by: .origin)
        _ = store.withLock { $0.apply(resource, playlist, for: Self.presentation, at: Self.now) }
    }

    /// Delivers keys of the presentation's segments.
    package func deliverKeys(from shared: SharedKeys) {
        store.withLock { $0.deliverKeys(of: Self.presentation, from: shared) }
    }
}
