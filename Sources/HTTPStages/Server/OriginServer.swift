import Foundation
import HLS
import Media
import StageKit
import Synchronization
import SystemFiles

/// An HTTP server for presentations, on a separate thread.
final class OriginServer: Sendable {
    /// The options that must be equal in all stages that share a server.
    struct Configuration: Sendable, Hashable {
        var listen = ListenAddress()
        var memory = ByteCount(256 << 20)
        var spill = "/var/tmp"
        var connections = 4096
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
    /// The port that the server listens on.
    let port: UInt16
    private let loop: OriginLoop
    private let end: AsyncStream<Never>

    /// Starts listening. Throws `unwritable-output` if the address cannot be used, and `unreadable-input` if a file
    /// cannot be read.
    init(_ configuration: Configuration, clock: any MediaClock) throws(StageError) {
        self.clock = clock
        let listen = configuration.listen
        let credentials = try Self.credentials(configuration, clock.wallTime)
        let listener: ListeningSocket
        do throws(ListeningSocket.Problem) {
            listener = try ListeningSocket(listen, credentials)
        } catch {
            throw StageError(
                .unwritableOutput,
                "cannot listen on \(listen.optionText): \(error.message); "
                    + "choose another address, or port 0 for a free one")
        }
        guard let poller = Poller() else { throw StageError(.limitReached, "too many open files in the process") }
        var content = OriginStore(
            memory: configuration.memory.bytes, spill: SpillFolder(path: configuration.spill),
            epoch: UInt32.random(in: 0 ... .max))
        content.playerScript = try Self.script(configuration.player)
        store = SharedStore(content)
        port = listener.port
        let loop = OriginLoop(
            clock: clock, store: store,
            access: AccessPolicy(
                pages: configuration.pages, token: configuration.token,
                signing: configuration.signingKey.isEmpty ? nil : SigningKey(configuration.signingKey)),
            listener: listener, poller: poller,
            table: ConnectionTable(
                limit: Self.usable(connections: configuration.connections), timeouts: configuration.timeouts))
        self.loop = loop
        let (end, ending) = AsyncStream.makeStream(of: Never.self)
        self.end = end
        let thread = Thread {
            loop.run()
            ending.finish()
        }
        thread.start()
        // Set after `start()`: a name that is set earlier, or by the thread itself, is not always visible to other
        // processes.
        thread.name = "origin"
    }

    /// Returns the TLS credentials; nil if TLS is disabled.
    private static func credentials(_ configuration: Configuration, _ now: WallTime) throws(StageError)
        -> TLSCredentials?
    {
        guard configuration.tls else { return nil }
        if configuration.certificate.isEmpty { return try TLSCredentials(forLocalhostSince: Int(now.seconds)) }
        return try TLSCredentials(certificate: configuration.certificate, key: configuration.key)
    }

    /// Returns the build of hls.js; nil if none is configured.
    private static func script(_ path: String) throws(StageError) -> ByteSlice? {
        guard !path.isEmpty else { return nil }
        guard let bytes = try? RegularFile.read(path, limit: 16 << 20) else {
            throw StageError(
                .unreadableInput, "player: cannot read '\(path)'; use a build of hls.js of at most 16 MiB")
        }
        return ByteSlice(copying: bytes)
    }

    /// Returns the number of connections that the limit on open files allows. Raises the soft limit if necessary, and
    /// reserves descriptors for other uses.
    private static func usable(connections: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return min(connections, 512) }
        let wanted = rlim_t(connections + 512)
        if limit.rlim_cur < wanted {
            limit.rlim_cur = min(wanted, limit.rlim_max)
            _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            _ = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        return max(8, min(connections, Int(clamping: limit.rlim_cur) - 256))
    }

    /// The current load and the number of responses.
    var figures: OriginLoop.Figures { loop.figures }

    /// Stores or removes a resource and answers the requests that are held for it. Returns the reason why the text of a
    /// playlist is unreadable; such a text is served unchanged.
    @discardableResult
    func apply(_ resource: Resource, for name: String) -> PlaylistProblem? {
        let playlist = DeliveredPlaylist(resource, by: .origin)
        let changed = store.withLock { $0.apply(resource, playlist, for: name, at: clock.reading) }
        if !changed.isEmpty { loop.wake(changed.map { OriginStore.Key(presentation: name, path: $0) }) }
        return playlist?.problem
    }

    /// Ends a presentation: no more resources follow.
    func end(_ name: String) {
        store.withLock { $0.end(name) }
        loop.wakeAll()
    }

    /// Stops the server after responses in progress are sent.
    func stop() async {
        loop.drain()
        for await _ in end {}
    }
}
