import Foundation
import StageKit
import Testing

@testable import HTTPStages

/// A real server on the loopback interface, with one presentation.
struct ServerHarness {
    let server: OriginServer

    init(_ configure: (inout OriginServer.Configuration) -> Void = { _ in }) throws {
        var configuration = OriginServer.Configuration()
        configuration.listen.port = 0
        configure(&configuration)
        server = try OriginServer(configuration)
        _ = server.store.withLock { $0.open("live") }
    }

    func put(_ resource: Resource) { server.carryOut(resource, for: "live") }
    func connection(receiveBuffer: Int32? = nil) throws -> TestConnection {
        try TestConnection(port: server.port, receiveBuffer: receiveBuffer)
    }
    func stop() async { await server.stop() }

    /// Waits, for as long as a loaded machine may take, until the server is so far.
    func until(
        _ condition: (OriginLoop.Figures) -> Bool, sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) async throws {
        for _ in 0..<6000 {
            if condition(server.figures) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("it did not come to that: \(server.figures)", sourceLocation: sourceLocation)
    }
}
