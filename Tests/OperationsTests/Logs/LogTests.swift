import Operations
import StageKit
import Testing

@Suite struct LogTests {
    @Test func lowerLevelsAreNotLogged() {
        let written = WrittenEvents()
        let log = Log(to: written, level: .warning)
        log.record(.notice, "information")
        log.record(.logDropped, "a warning")
        log.record(.fileInvalid, "an error")
        log.flush()
        #expect(written.events.map(\.message) == ["a warning", "an error"])
    }

    @Test func secretsAreMaskedInMessagesFieldsAndTail() {
        let written = WrittenEvents()
        let log = Log(to: written, redactor: Redactor(["s3cret-value"]))
        log.record(.notice, "key s3cret-value", pipeline: "s3cret-value", fields: [LogField(.path, "a/s3cret-value")])
        log.add(Redactor(["another-one"]))
        log.record(.notice, "another-one and rtsp://user:pass@host/live?token=1")
        log.flush()
        let texts = (written.events + log.tail.entries().map(\.event)).map { LogJSON.line($0) }
        #expect(texts.count == 4)
        for secret in ["s3cret-value", "another-one", "pass", "token=1"] {
            #expect(!texts.contains { $0.contains(secret) }, "\(secret)")
        }
    }

    @Test func fullQueueDiscardsEventsWithoutBlocking() throws {
        let written = WrittenEvents(isBlocked: true)
        let log = Log(to: written, capacity: 10)
        for number in 0..<100 { log.record(.notice, "\(number)") }
        // The reason of a failure has a reserve.
        log.record(.fileInvalid, "failed")
        written.unblock()
        log.flush()
        let dropped = written.events.filter { $0.kind == .logDropped }.reduce(0) { sum, event in
            if case .integer(let count) = event[.count] { sum + count } else { sum }
        }
        // The writer may remove events from the queue before it is blocked and after it is unblocked.
        let notices = written.events.count { $0.kind == .notice }
        #expect(notices + dropped == 100 && (10..<100).contains(notices), "\(notices) written, \(dropped) dropped")
        #expect(written.events.contains { $0.message == "failed" })
    }

    @Test func flushDoesNotWaitForAStuckDestination() {
        let written = WrittenEvents(isBlocked: true)
        let log = Log(to: written)
        log.record(.notice, "stuck")
        log.flush(timeout: .milliseconds(10))
        #expect(written.events.isEmpty)
        written.unblock()
        log.flush()
        #expect(written.events.map(\.message) == ["stuck"])
    }

    @Test func tailKeepsTheLastEvents() {
        let log = Log(to: WrittenEvents(), tail: LogTail(capacity: 3))
        #expect(log.tail.entries().isEmpty)
        for number in 1...5 { log.record(.notice, "\(number)") }
        log.record(.notice, String(repeating: "x", count: 5000))
        log.flush()
        #expect(log.tail.entries().map(\.number) == [4, 5, 6])
        #expect(log.tail.entries(after: 5).map(\.event.message.count) == [1001])
    }

    @Test func invalidFileIsOneEventForEachError() throws {
        let written = WrittenEvents()
        let log = Log(to: written)
        let place = SourceLocation(file: "live.yaml", line: 3, column: 7)
        log.record([Diagnostic(code: "unknown-option", message: "no option", at: place, notes: ["did you mean 'x'?"])])
        log.flush()
        let event = try #require(written.events.first)
        #expect(event.level == .error && event[.code] == .text("unknown-option") && event[.line] == .integer(3))
        #expect(LogText(hasTime: false).line(event) == "live.yaml:3:7: error: no option; did you mean 'x'?")
    }
}
