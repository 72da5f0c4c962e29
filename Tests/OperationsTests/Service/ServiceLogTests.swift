import Media
import Operations
import PipelineRuntime
import StageKit
import Testing

@Suite struct ServiceLogTests {
    private let written = WrittenEvents()

    private func log(_ events: [ServiceEvent], level: LogLevel = .info) -> [LogEvent] {
        let log = Log(to: written, level: level)
        for event in events { log.record(event) }
        log.flush()
        return written.events
    }

    @Test func eachEventOfAServiceNamesItsPipelineAndHasItsSeverity() {
        let location = SourceLocation(file: "news.yaml", line: 3, column: 7)
        let events = log([
            .state("news", .running(since: .zero), reason: "", restarts: 0),
            .state("news", .failed, reason: "the camera is missing", restarts: 2),
            .diagnostics("news", [Diagnostic(code: "unknown-option", message: "no option", at: location)]),
            .notReloadable("news", reason: "its address has changed"),
            .problem(nil, .warning, "changed files are not noticed"),
        ])
        #expect(events.map(\.pipeline) == ["news", "news", "news", "news", nil])
        #expect(events.map(\.level) == [.info, .error, .error, .warning, .warning])
        #expect(events[1][.state] == .text("failed") && events[1][.restarts] == .integer(2))
        let text = LogText(hasTime: false, hasPipeline: true)
        #expect(text.line(events[0]) == "news: running")
        #expect(text.line(events[1]) == "news: error: failed: the camera is missing")
        #expect(text.line(events[2]) == "news: news.yaml:3:7: error: no option")
        #expect(text.line(events[4]) == "warning: changed files are not noticed")
        #expect(LogJSON.line(events[3]).contains(#""event":"pipeline.restart-required","pipeline":"news""#))
    }

    @Test func quietServiceLogsWarningsAndErrors() {
        let problem = RunStatus.ReportedProblem(
            stage: "camera", severity: .warning, code: "slow", message: "frames are late", time: nil)
        let events = log(
            [
                .state("news", .waiting, reason: "", restarts: 0),
                .pipeline("news", .started), .pipeline("news", .problem(problem)),
            ], level: .warning)
        #expect(events.map(\.message) == ["frames are late"])
    }
}
