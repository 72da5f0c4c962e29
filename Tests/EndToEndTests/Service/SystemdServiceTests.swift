import Foundation
import Testing

/// A run under a service manager: notifications over a datagram socket, and an inherited listening socket.
struct SystemdServiceTests {
    private struct Record: Decodable {
        struct Marks: Decodable {
            var reload: Int
            var stop: Int
            var restart: Int
        }

        var messages: [String]
        var marks: Marks
        /// The errors of the client's connections.
        var refused: [String]
        /// The status codes of the client's responses.
        var statuses: [String]
        var codes: [Int]
        var errors: String
    }

    private static let service = """
        defaults: { restart-delay: 60s, parameters: { size: 320x180, interval: 1s, part: 250ms } }
        pipelines:
          live: { file: live-low-latency.yaml }
          idle: { file: live-low-latency.yaml, start: on-demand }
          broken: { parameters: {} }

        """
    private static let broken = """
        stages:
          input: { use: mp4.read, with: { path: absent.mp4 } }
          segments: { use: fmp4.segment, from: input }
          playlists: { use: hls.playlist, from: segments }
          folder: { use: file.folder, from: playlists, with: { path: out } }

        """

    /// One run, or a service that also has a pipeline without a viewer and one that fails.
    @Test(arguments: [false, true])
    func stateIsReportedAndListenerIsKept(isService: Bool) async throws {
        try await Scratch.use { scratch in
            for name in ["live-test-pattern", "live-low-latency"] {
                let text = try String(contentsOf: Sluice.pipeline(name), encoding: .utf8)
                _ = try scratch.write("\(name).yaml", text)
            }
            let file = scratch.file("live-low-latency.yaml").path
            let settings = ["listen=127.0.0.1:@PORT@", "size=320x180", "interval=1s", "part=250ms"]
            let service = try scratch.write("service.yaml", Self.service)
            _ = try scratch.write("broken.yaml", Self.broken)
            let words =
                isService
                ? ["env", "SLUICE_PARAM_LISTEN=127.0.0.1:@PORT@", Sluice.tool.path, "serve", "-qq", service.path]
                : [Sluice.tool.path, "run", "--quiet", file] + settings.flatMap { ["--set", $0] }
            let outcome = try await scratch.run(
                "python3", [Sluice.script("manage-service.py").path, file] + words, limit: 240
            ).succeeded()
            let record = try JSONDecoder().decode(Record.self, from: Data(outcome.output.utf8))
            #expect(record.codes == [0, 0], "\(record)")

            // Players can play as soon as the run is ready, and no connection is refused during the restart.
            #expect(record.statuses.first == "200", "\(record)")
            #expect(record.refused.isEmpty && record.statuses.count > 10, "\(record)")
            #expect(record.statuses.last == "200", "\(record)")

            let (messages, marks) = (record.messages, record.marks)
            #expect(messages.count { $0 == "WATCHDOG=1" } >= 2, "\(record)")
            let reload = messages[marks.reload..<marks.stop]
            let began = try #require(reload.firstIndex { $0.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") }, "\(record)")
            #expect(reload.last == "READY=1" && began < reload.endIndex - 1, "\(record)")
            let stop = messages[marks.stop..<marks.restart]
            #expect(stop.contains { $0.hasPrefix("STOPPING=1\n") }, "\(record)")
            #expect(!stop.contains("READY=1"), "\(record)")
        }
    }

    private static let analyzesUnits = ["/bin", "/usr/bin"].contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/systemd-analyze")
    }

    @Test(.enabled(if: SystemdServiceTests.analyzesUnits, "systemd-analyze is not installed"))
    func installedUnitsAreValidAndHardened() async throws {
        try await Scratch.use { scratch in
            let folder = Sluice.package.appending(path: "Distribution/systemd")
            let units = ["sluice.service", "sluice@.service", "sluice.socket", "sluice@.socket"]
            var hardening: [[Substring]] = []
            for unit in units {
                let text = try String(contentsOf: folder.appending(path: unit), encoding: .utf8)
                _ = try scratch.write(unit, text.replacing("/usr/bin/sluice", with: Sluice.tool.path))
                guard unit.hasSuffix(".service") else { continue }
                hardening.append(Array(text.split(separator: "\n").drop { !$0.hasPrefix("UMask=") }))
                let rating = try await scratch.run(
                    "systemd-analyze", ["security", "--offline=true", "--no-pager", "./\(unit)"]
                ).succeeded().output
                let exposure = rating.firstMatch(of: /Overall exposure level for .*: (\d+\.\d+)/)
                #expect(try #require(exposure.flatMap { Double($0.1) }, "\(rating)") <= 2.0, "\(rating)")
            }
            #expect(hardening.count == 2 && hardening[0] == hardening[1], "the units have the same restrictions")
            let outcome = try await scratch.run(
                "systemd-analyze", ["verify", "--man=no"] + units.map { "./\($0)" }
            ).succeeded()
            #expect(outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)")
        }
    }
}
