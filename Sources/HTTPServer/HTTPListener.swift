import CEpoll
import Foundation
package import Media
package import StageKit
import Synchronization

/// An HTTP server on separate threads, whose handler decides on the responses.
package final class HTTPListener: Sendable {
    /// The limits of a server.
    package struct Configuration: Sendable {
        /// The name of the threads.
        package var name: String
        /// The maximum number of connections. Idle connections are closed for new ones.
        package var connections: Int
        package var allowsHTTP2 = true
        /// The number of threads. Each connection belongs to one of them.
        package var threads = 1
        package var timeouts = ConnectionTimeouts()

        package init(name: String, connections: Int) {
            self.name = name
            self.connections = connections
        }
    }

    /// The current load and the number of responses.
    package struct Figures: Sendable, Hashable {
        package var connections = 0
        /// Requests held until their resource is published.
        package var heldRequests = 0
        /// The number of responses so far.
        package var responses = 0
    }

    /// The loop that accepts connections is the last one.
    private let loops: [ServerLoop]
    private let end: AsyncStream<Never>

    /// Starts a server for the connections of listening sockets. Throws `limit-reached` if the process has no descriptor
    /// left.
    package init(
        _ configuration: Configuration, listeners: [ListeningSocket], handler: any RequestHandler,
        clock: any MediaClock
    ) throws(StageError) {
        let threads = max(1, configuration.threads)
        let connections = Self.usable(connections: configuration.connections)
        let loads = LoopLoads(threads)
        var loops: [ServerLoop] = []
        for index in 0..<threads {
            guard let poller = Poller() else { throw StageError(.limitReached, "too many open files in the process") }
            let isLast = index == threads - 1
            loops.append(
                ServerLoop(
                    clock: clock, handler: handler, allowsHTTP2: configuration.allowsHTTP2,
                    listeners: isLast ? listeners : [], poller: poller,
                    table: ConnectionTable(
                        limit: (connections + threads - 1) / threads, timeouts: configuration.timeouts),
                    peers: isLast ? loops : [], position: index, loads: loads))
        }
        self.loops = loops
        let (end, ending) = AsyncStream.makeStream(of: Never.self)
        self.end = end
        let running = Mutex(threads)
        let isLastToEnd: @Sendable () -> Bool = {
            running.withLock { running in
                running -= 1
                return running == 0
            }
        }
        for loop in loops {
            let thread = Thread {
                loop.run()
                if isLastToEnd() { ending.finish() }
            }
            thread.start()
            // Set after `start()`: a name that is set earlier, or by the thread itself, is not always visible to other
            // processes.
            thread.name = configuration.name
        }
    }

    /// One thread for each processor that this process may use. More than a few do not serve faster, because they share
    /// the store of resources.
    package static var automaticThreads: Int { min(processors, 8) }

    /// The number of processors that this process may use, which can be fewer than the machine has.
    private static var processors: Int {
        // One bit for each processor of a machine with up to 8192.
        var allowed = [UInt8](repeating: 0, count: 1024)
        guard sluice_sched_getaffinity(0, UInt(allowed.count), &allowed) == 0 else {
            return ProcessInfo.processInfo.activeProcessorCount
        }
        return max(1, allowed.reduce(0) { $0 + $1.nonzeroBitCount })
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
    package var figures: Figures {
        loops.map(\.figures).reduce(into: Figures()) { total, figures in
            total.connections += figures.connections
            total.heldRequests += figures.heldRequests
            total.responses += figures.responses
        }
    }

    /// Evaluates the requests held for these resources again.
    package func wake(_ keys: some Sequence<ResourceKey>) {
        for loop in loops { loop.wake(keys) }
    }

    /// Evaluates all held requests again.
    package func wakeAll() {
        for loop in loops { loop.wakeAll() }
    }

    /// Stops the server after responses in progress are sent.
    package func stop() async {
        for loop in loops { loop.drain() }
        for await _ in end {}
    }
}
