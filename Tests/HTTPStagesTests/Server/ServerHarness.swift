import Foundation
import HLS
import StageKit
import SystemTime
import Testing

@testable import HTTPServer
@testable import HTTPStages

/// A real server on the loopback interface, with one presentation.
struct ServerHarness {
    let server: OriginServer
    /// The figures of the presentation.
    let figures = StageFigures()

    init(_ configure: (inout OriginServer.Configuration) -> Void = { _ in }) throws {
        var configuration = OriginServer.Configuration()
        configuration.listen.port = 0
        configure(&configuration)
        server = try OriginServer(configuration, clock: SystemClock())
        let figures = figures
        _ = server.store.withLock { $0.open("live", figures) }
    }

    func put(_ resource: Resource) { server.apply(resource, for: "live") }
    func connection(receiveBuffer: Int32? = nil) throws -> TestConnection {
        try TestConnection(port: server.port, receiveBuffer: receiveBuffer)
    }
    func stop() async { await server.stop() }

    /// Waits until the server's figures satisfy a condition, up to 60 s for a heavily loaded machine.
    func until(
        _ condition: (HTTPListener.Figures) -> Bool, sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) async throws {
        for _ in 0..<6000 {
            if condition(server.figures) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("the condition did not become true: \(server.figures)", sourceLocation: sourceLocation)
    }
}

/// Runs `attack` against a server with a segment and a live playlist, and checks that it still serves both afterwards.
func withStream(
    _ configure: (inout OriginServer.Configuration) -> Void = { _ in },
    attack: (ServerHarness) async throws -> Void
) async throws {
    let harness = try ServerHarness(configure)
    harness.put(.file("v/1.m4s", count: 5000))
    // The target duration is long, because requests are held for at most three of them, and a busy machine may need
    // minutes to send a few thousand.
    var script = ScriptedPlaylist(last: 10, parts: 1, targetDuration: 100)
    harness.put(script.resource())
    try await attack(harness)
    let connection = try harness.connection()
    #expect(try connection.get("/live/v/1.m4s").body.count == 5000)
    connection.ask("/live/v/media.m3u8?_HLS_msn=11&_HLS_part=1")
    script = script.next
    harness.put(script.resource())
    #expect(try connection.response().text == script.playlist.text)
    await harness.stop()
}

/// The resident memory of this process, in bytes.
var residentBytes: Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
}
