import HLS
import HTTPServer
import Media
import StageKit
import Synchronization
import SystemFiles

/// An HTTP server for presentations.
final class OriginServer: Sendable {
    /// The options that must be equal in all stages that share a server.
    struct Configuration: Sendable, Hashable {
        var listen = ListenAddress()
        var memory = ByteCount(256 << 20)
        var spill = "/var/tmp"
        var connections = 4096
        /// The number of threads; 0 for one for each processor.
        var threads = 1
        var pages = "*"
        var token = ""
        /// The key for signed URLs; empty if URLs are not signed.
        var signingKey = ""
        var player = ""
        var tls = false
        /// Paths of PEM files; both empty for a generated self-signed certificate.
        var certificate = ""
        var key = ""
        var timeouts = ConnectionTimeouts()
    }

    let store: SharedStore
    private let clock: any MediaClock
    private let server: HTTPListener
    /// The certificate of the listener; nil without TLS.
    let certificate: TLSCertificate?

    /// Starts listening. While `isStarting`, requests for unknown presentations wait. Throws `unwritable-output` if the address cannot be used, and `unreadable-input` if a file
    /// cannot be read.
    init(_ configuration: Configuration, clock: any MediaClock, isStarting: Bool = false) throws(StageError) {
        self.clock = clock
        certificate = try TLSCertificate.certificate(
            isEnabled: configuration.tls, certificate: configuration.certificate, key: configuration.key, clock: clock)
        let listener = try ListeningSocket.listen(on: configuration.listen, certificate)
        port = listener.port
        var content = OriginStore(
            memory: configuration.memory.bytes, spill: SpillFolder(path: configuration.spill),
            epoch: UInt32.random(in: 0 ... .max))
        content.isStarting = isStarting
        content.playerScript = try PlayerBuild().content(configuration.player)
        var limits = HTTPListener.Configuration(name: "origin", connections: configuration.connections)
        limits.timeouts = configuration.timeouts
        limits.threads = configuration.threads > 0 ? configuration.threads : HTTPListener.automaticThreads
        let access = AccessPolicy(
            presentationsFor: configuration.pages, token: configuration.token, signingKey: configuration.signingKey)
        content.commonFields = access.commonFields
        store = SharedStore(content)
        server = try HTTPListener(
            limits, listeners: [listener], handler: OriginHandler(store: store, access: access), clock: clock)
    }

    /// The port that the server listens on.
    let port: UInt16

    /// The current load and the number of responses.
    var figures: HTTPListener.Figures { server.figures }

    /// Stores or removes a resource and answers the requests that are held for it. Returns the reason why the text of a
    /// playlist is unreadable; such a text is served unchanged.
    @discardableResult
    func apply(_ resource: Resource, for name: String) -> PlaylistProblem? {
        let playlist = DeliveredPlaylist(resource, by: .origin)
        let (changed, isReady) = store.withLock { store in
            let wasAwaited = store.isAwaited(name)
            let changed = store.apply(resource, playlist, for: name, at: clock.reading)
            return (changed, wasAwaited && !store.isAwaited(name))
        }
        if !changed.isEmpty { server.wake(changed.map { ResourceKey(presentation: name, path: $0) }) }
        if isReady { server.wakeAll() }
        return playlist?.problem
    }

    /// Ends a presentation: no more resources follow.
    func end(_ name: String) {
        store.withLock { $0.end(name) }
        server.wakeAll()
    }

    /// Sets the reservation of a presentation; nil removes it.
    func reserve(_ name: String, _ reservation: PresentationReservation?) {
        store.withLock { $0.reservations[name] = reservation }
        if reservation == nil { server.wakeAll() }
    }

    /// Returns the time of the last request for a reserved presentation.
    func lastRequest(for name: String) -> MonotonicTime? {
        store.withLock { $0.reservations[name]?.lastRequest }
    }

    /// Removes a presentation with its content.
    func clear(_ name: String) {
        store.withLock { $0.clear(name) }
        server.wakeAll()
    }

    /// Stops the server after responses in progress are sent.
    func stop() async { await server.stop() }

    /// Answers requests for unknown presentations from now on.
    func finishStart() {
        store.withLock { $0.isStarting = false }
        server.wakeAll()
    }

    /// Answers all held requests, and stops the server after responses in progress are sent.
    func close() async {
        store.withLock { $0.closeAll() }
        server.wakeAll()
        await server.stop()
    }
}
