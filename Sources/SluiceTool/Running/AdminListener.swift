import Operations
import PipelineRuntime
import StageKit
import SystemTime

/// Starts the admin listener of a command: on the Unix socket of the process, and on the configured address.
struct AdminListener {
    private let network: AdminOptions?
    private let report: @Sendable (String, LogLevel) -> Void

    /// `report` receives messages about the listener.
    init(_ network: AdminOptions?, report: @escaping @Sendable (String, LogLevel) -> Void) {
        self.network = network
        self.report = report
    }

    /// Starts the listener; returns nil if it has neither a socket nor an address. Throws if the address cannot be used.
    /// `service` returns the status of the service that runs the targets, `jobs` the jobs that it displays, and
    /// `figures` the figures that belong to no target.
    func start(
        socket: String?, service: (@Sendable () async -> ServiceStatus)? = nil,
        jobs: (@Sendable () async -> JobList)? = nil, figures: @escaping @Sendable () -> [FigureReading] = { [] },
        targets: @escaping @Sendable () -> [AdminTarget]
    ) throws(StageError) -> AdminServer? {
        guard socket != nil || network != nil else { return nil }
        let configuration = AdminConfiguration(network: network, socket: socket)
        do throws(StageError) {
            let server = try AdminServer(
                configuration, build: BuildLabels.all, resources: AdminResource.console, clock: SystemClock(),
                service: service, jobs: jobs, figures: figures, targets: targets)
            if let address = network?.address, let port = server.port {
                report("admin listener on http://\(address.urlAuthority(port))/", .info)
            }
            return server
        } catch {
            // Without an address, the command works without its socket.
            guard network == nil else { throw error }
            report("no admin listener: \(error.message)", .warning)
            return nil
        }
    }
}
