import Foundation
import Testing

/// Hooks of a service: signed calls, a recipient that hangs, a command, and changes while events wait.
@Suite struct ServiceHookTests {
    private struct Call: Decodable {
        var path: String
        var isValid: Bool
        var id: String
        var type: String
        var source: String
        /// The number of the event in its run.
        var number: Int { Int(id.split(separator: "-").last ?? "") ?? 0 }
    }

    private let secret = "0123456789abcdef0123456789abcdef"

    private func calls(_ scratch: Scratch) -> [Call] {
        let text = (try? String(contentsOf: scratch.file("calls.jsonl"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Call.self, from: Data($0.utf8)) }
    }

    /// The hooks of the pipeline: one with this URL, and a command.
    private func hooks(_ url: String) -> String {
        """
        hooks:
          own:
            { url: "\(url)", secret-file: hook.key, timeout: 1s, retries: 20, events: [segment.published] }
          file: { command: [tee, -a, events.jsonl], events: [pipeline.started, pipeline.stopped] }

        """
    }

    @Test func eventsAreSignedAndSurviveAChangeOfTheirHook() async throws {
        try await Scratch.use { scratch in
            _ = try scratch.write("hook.key", secret + "\n")
            let receiver = try Command(
                program: "python3",
                arguments: [Sluice.script("receive-hooks.py").path, scratch.file("calls.jsonl").path, secret],
                folder: scratch.folder, isIdle: true
            ).start()
            defer { receiver.end() }
            _ = try await eventually(within: 20) { receiver.output.contains("\n") || !receiver.isRunning }
            let server = "http://127.0.0.1:\(receiver.output.trimmingCharacters(in: .whitespacesAndNewlines))"
            let service = try ServiceRun(scratch)
            try service.write("one", hooks: hooks("\(server)/hang"))
            try service.writeFailing("broken")
            try service.write(
                file: "service.yaml",
                """
                defaults: { restart-delay: 30s }
                hooks:
                  all:
                    url: "\(server)/all"
                    secret-file: hook.key
                    events: [pipeline.started, pipeline.failed, pipeline.stopped, segment.published]
                pipelines: {}

                """)
            let admin = freePort()
            let run = try service.start("--admin", "127.0.0.1:\(admin)")
            defer { run.end() }
            // A recipient that hangs delays neither the media nor the other hooks.
            try await run.expect(
                that: { calls(scratch).count { $0.path == "/all" && $0.type == "segment.published" } >= 4 }, "calls")
            #expect(calls(scratch).contains { $0.type == "pipeline.failed" && $0.source.hasSuffix("/broken") })

            try service.write("one", hooks: hooks("\(server)/own"))
            try await run.expect(that: { calls(scratch).contains { $0.path == "/own" } }, "the new recipient is called")
            let metrics = try await scratch.run("curl", ["--silent", "http://127.0.0.1:\(admin)/metrics"]).output
            #expect(
                metrics.contains(/sluice_hook_events_total\{pipeline="one",hook="all",result="delivered"\} [1-9]/),
                "\(metrics)")
            run.signal(SIGTERM)
            let outcome = try await run.outcome(within: 60).succeeded()
            #expect(!outcome.errors.contains(secret))

            let found = calls(scratch)
            let areValid = found.allSatisfy { $0.isValid }
            #expect(areValid)
            let one = found.filter { $0.path == "/all" && $0.source.hasSuffix("/one") }
            #expect(one.first?.type == "pipeline.started" && one.last?.type == "pipeline.stopped")
            let numbers = one.map { $0.number }
            #expect(numbers == Array(1...one.count))
            // The events that waited for the first recipient reach the second one.
            let segments = one.filter { $0.type == "segment.published" }.map(\.id)
            let own = found.filter { $0.path == "/own" }.map { $0.id }
            #expect(own == segments, "\(outcome.errors)")
            let events = try String(contentsOf: scratch.file("events.jsonl"), encoding: .utf8)
            #expect(events.contains("pipeline.started") && events.contains("pipeline.stopped"))
        }
    }
}
