import Media
import StageKit
import Synchronization

/// The servers of a run. Stages that listen on the same address share one server.
final class OriginServers: Sendable {
    private struct Shared {
        var server: OriginServer
        var configuration: OriginServer.Configuration
        var users: Int
    }

    private let servers = Mutex<[ListenAddress: Shared]>([:])
    private let clock: any MediaClock

    /// Creates an empty collection for a run with this clock.
    init(clock: any MediaClock) { self.clock = clock }

    /// Returns the server for a stage, and starts it if the stage is the first to use it. Throws `invalid-options` if
    /// stages that share a server have different options.
    func server(_ configuration: OriginServer.Configuration) throws(StageError) -> OriginServer {
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
            let server = try OriginServer(configuration, clock: clock)
            servers[configuration.listen] = Shared(server: server, configuration: configuration, users: 1)
            return server
        }
    }

    /// Releases a stage's reference to a server. The last release stops the server, unless the stage is replaced.
    func release(_ address: ListenAddress, hasSuccessor: Bool = false) async {
        let last: OriginServer? = servers.withLock { servers in
            servers[address]?.users -= 1
            guard !hasSuccessor, servers[address]?.users == 0 else { return nil }
            return servers.removeValue(forKey: address)?.server
        }
        await last?.stop()
    }
}
