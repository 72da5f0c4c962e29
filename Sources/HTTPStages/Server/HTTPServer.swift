import Foundation
package import Media
package import StageKit
import Synchronization

/// An HTTP server on a separate thread, whose handler decides on the responses.
package final class HTTPServer: Sendable {
    /// The limits of a server.
    package struct Configuration: Sendable {
        /// The name of the thread.
        package var name: String
        /// The maximum number of connections. Idle connections are closed for new ones.
        package var connections: Int
        package var allowsHTTP2 = true
        var timeouts = ConnectionTimeouts()

        package init(name: String, connections: Int) {
            self.name = name
            self.connections = connections
        }
    }

    private let loop: ServerLoop
    private let end: AsyncStream<Never>

    /// Starts a server for the connections of listening sockets. Throws `limit-reached` if the process has no descriptor
    /// left.
    package init(
        _ configuration: Configuration, listeners: [ListeningSocket], handler: any RequestHandler,
        clock: any MediaClock
    ) throws(StageError) {
        guard let poller = Poller() else { throw StageError(.limitReached, "too many open files in the process") }
        let loop = ServerLoop(
            clock: clock, handler: handler, allowsHTTP2: configuration.allowsHTTP2, listeners: listeners,
            poller: poller,
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
        thread.name = configuration.name
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
    package var figures: ServerLoop.Figures { loop.figures }

    /// Evaluates the requests held for these resources again.
    package func wake(_ keys: some Sequence<ResourceKey>) { loop.wake(keys) }

    /// Evaluates all held requests again.
    func wakeAll() { loop.wakeAll() }

    /// Stops the server after responses in progress are sent.
    package func stop() async {
        loop.drain()
        for await _ in end {}
    }
}
