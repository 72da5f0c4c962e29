package import Media
package import StageKit
import Synchronization

/// The servers of a run, or of all pipelines of a service. Stages that listen on the same address share one server.
package final class OriginServers: Sendable {
    private struct Shared {
        var server: OriginServer
        var configuration: OriginServer.Configuration
        var users: Int
    }

    private let servers = Mutex<[ListenAddress: Shared]>([:])
    /// The records of removed presentations of servers that were stopped.
    private let removedRecords = Mutex<[ListenAddress: [String: RemovedRecords]]>([:])
    private let clock: any MediaClock
    private let isStarting: Mutex<Bool>
    /// The servers of the process, which have the listeners with a fixed port; nil if this collection has all.
    private let shared: OriginServers?

    /// Creates an empty collection for a run with this clock. While `isStarting`, requests for unknown presentations
    /// wait, because an inherited socket has connections before all presentations are open.
    package init(clock: any MediaClock, isStarting: Bool = false) {
        self.clock = clock
        self.isStarting = Mutex(isStarting)
        shared = nil
    }

    /// Creates a collection for one run of a program that shares the listeners with a fixed port with `shared`. Port 0
    /// selects a free port for each run.
    package init(clock: any MediaClock, sharing shared: OriginServers) {
        self.clock = clock
        isStarting = Mutex(false)
        self.shared = shared
    }

    /// The collection that has the listener of an address.
    private func owner(of address: ListenAddress) -> OriginServers {
        if let shared, address.port != 0 { shared } else { self }
    }

    /// Answers requests for unknown presentations from now on.
    package func finishStart() {
        isStarting.withLock { $0 = false }
        for server in servers.withLock({ $0.values.map(\.server) }) { server.finishStart() }
    }

    /// Returns the server for a stage, and starts it if the stage is the first to use it. Throws `invalid-options` if
    /// stages that share a server have different options.
    func server(_ configuration: OriginServer.Configuration) throws(StageError) -> OriginServer {
        try owner(of: configuration.listen).ownServer(configuration)
    }

    private func ownServer(_ configuration: OriginServer.Configuration) throws(StageError) -> OriginServer {
        try servers.withLock { servers throws(StageError) in
            if let shared = servers[configuration.listen] {
                guard shared.configuration == configuration else {
                    throw StageError(
                        .invalidOptions,
                        "stages that share \(configuration.listen.optionText) must have equal options except name")
                }
                servers[configuration.listen]?.users += 1
                return shared.server
            }
            let server = try OriginServer(
                configuration, clock: clock, isStarting: isStarting.withLock { $0 })
            if let records = removedRecords.withLock({ $0.removeValue(forKey: configuration.listen) }) {
                server.store.withLock { $0.removedRecords = records }
            }
            servers[configuration.listen] = Shared(server: server, configuration: configuration, users: 1)
            return server
        }
    }

    /// Releases a stage's reference to a server. The last release stops the server, unless the stage is replaced.
    func release(_ address: ListenAddress, hasSuccessor: Bool = false) async {
        let last: OriginServer? = owner(of: address).servers.withLock { servers in
            servers[address]?.users -= 1
            guard !hasSuccessor, servers[address]?.users == 0 else { return nil }
            return servers.removeValue(forKey: address)?.server
        }
        if let records = last?.store.withLock({ $0.removedRecords }), !records.isEmpty {
            removedRecords.withLock { $0[address] = records }
        }
        await last?.stop()
    }

    /// Stops all servers. Presentations are served until then.
    package func close() async {
        let all = servers.withLock { servers in
            defer { servers = [:] }
            return servers.values.map(\.server)
        }
        await withDiscardingTaskGroup { group in
            for server in all { group.addTask { await server.close() } }
        }
    }

    private func server(at address: ListenAddress) -> OriginServer? {
        owner(of: address).servers.withLock { $0[address]?.server }
    }
}

// Presentations of a service, whose server listens whether or not their pipelines run.
extension OriginServers {
    /// Listens for a presentation and holds requests for it until its first playlist is published. Starts the server if
    /// no presentation uses it.
    ///
    /// Requests are answered with 503 after `limit`. `onRequest` is called on the server's thread for each request, and
    /// must return at once. Throws `StageError` if the address cannot be used or another presentation uses it with
    /// other options.
    package func reserve(
        _ endpoint: OriginEndpoint, limit: Duration, onRequest: @escaping @Sendable () -> Void
    ) throws(StageError) {
        let reservation = PresentationReservation(limit: limit, onRequest: onRequest)
        try server(endpoint.configuration).reserve(endpoint.name, reservation)
    }

    /// Returns the port of an endpoint's server; nil if it is not listening.
    package func port(of endpoint: OriginEndpoint) -> UInt16? { server(at: endpoint.address)?.port }

    /// Returns the time of the last request for a presentation; nil if there was none since it was reserved.
    package func lastRequest(for endpoint: OriginEndpoint) -> MonotonicTime? {
        server(at: endpoint.address)?.lastRequest(for: endpoint.name)
    }

    /// Removes the content of a presentation, so that the next request waits for new content, whose numbers continue.
    package func clear(_ endpoint: OriginEndpoint) { server(at: endpoint.address)?.clear(endpoint.name) }

    /// Ends the reservation of a presentation and removes its content. The last one stops the server.
    package func unreserve(_ endpoint: OriginEndpoint) async {
        guard let server = server(at: endpoint.address) else { return }
        server.reserve(endpoint.name, nil)
        server.clear(endpoint.name)
        await release(endpoint.address)
    }
}
