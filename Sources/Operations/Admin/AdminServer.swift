import HTTPServer
import HTTPStages
package import Media
import PipelineRuntime
package import StageKit

/// The HTTP server for operators: status, health, events and control of the pipelines of a process.
///
/// It listens on a Unix socket, which only this user can open, and on an IP address if one is configured. It has a
/// separate thread, and only reads snapshots of the runs, so that a client never delays media.
package final class AdminServer: Sendable {
    /// The maximum number of connections.
    private static let connections = 64
    private let server: HTTPListener
    /// The port of the IP address; nil if the server listens on the Unix socket only.
    package let port: UInt16?

    /// Starts the server for the pipelines that `targets` returns. `build` are the labels of the metric
    /// `sluice_build_info`, `service` returns the status of the service that runs the pipelines, `jobs` the jobs that
    /// it displays, and `figures` the figures of the process that belong to no pipeline. Throws `invalid-options` if
    /// the configuration is invalid, and `unwritable-output` if an address or a path cannot be used.
    package init(
        _ configuration: AdminConfiguration, build: [(name: String, value: String)] = [],
        resources: [AdminResource] = [], clock: any MediaClock,
        service: (@Sendable () async -> ServiceStatus)? = nil,
        jobs: (@Sendable () async -> JobList)? = nil,
        figures: @escaping @Sendable () -> [FigureReading] = { [] },
        targets: @escaping @Sendable () -> [AdminTarget]
    ) throws(StageError) {
        if let problem = configuration.network?.contradiction {
            throw StageError(.invalidOptions, "admin: \(problem.message); it needs \(problem.expected)")
        }
        var listeners: [ListeningSocket] = []
        if let path = configuration.socket { listeners.append(try .listen(atPath: path)) }
        var port: UInt16?
        if let address = configuration.network?.address {
            let listener = try ListeningSocket.listen(on: address)
            listeners.append(listener)
            port = listener.port
        }
        self.port = port
        var routes = AdminRoutes(clock: clock, heartbeat: Heartbeat(clock: clock))
        routes.additional.append(.metrics(build: build, figures: figures))
        routes.service = service
        if let service { routes.additional.append(.service(service)) }
        // Always, since the console reads it.
        routes.additional.append(.jobs(jobs ?? { JobList([]) }))
        let handler = AdminHandler(
            routes: routes.all, resources: resources,
            access: AdminAccess(token: configuration.network?.token.value ?? ""), targets: targets)
        var limits = HTTPListener.Configuration(name: "admin", connections: Self.connections)
        limits.allowsHTTP2 = false
        let server = try HTTPListener(limits, listeners: listeners, handler: handler, clock: clock)
        self.server = server
        handler.operations.onFinish { [weak server] in server?.wake([$0]) }
    }

    /// Stops the server after responses in progress are sent.
    package func stop() async { await server.stop() }
}
