import Digests
import Foundation
import HTTPClient
import Media
import PipelineRuntime
import StageKit
import SystemTime
import Testing

@testable import HTTPServer
@testable import HTTPStages
@testable import Operations
@testable import Sluice

@Suite struct HookDeliveryTests {
    private let problems = HookProblems()

    private func queue(_ options: HookOptions) -> HookQueue {
        let clock = SystemClock()
        let delivery: any HookDelivery =
            options.url.isEmpty
            ? CommandHookDelivery(options: options)
            : HTTPHookDelivery(
                options: options, engine: FetchEngine(connectionsPerHost: 4, connections: 4), clock: clock)
        return HookQueue(PlannedHook(name: "test", options: options), delivery, clock: clock) { [problems] in
            problems.append($0)
        }
    }

    private func event(_ number: Int, _ kind: HookEventKind = .pipelineStarted) -> HookEvent {
        HookEvent(
            kind, run: "run", number: number, pipeline: "live", at: SystemClock().wallTime,
            data: ["number": .integer(number)])
    }

    @Test func signedEventsArriveInOrder() async throws {
        let server = try HookServer { _ in .status(204) }
        var options = HookOptions()
        (options.url, options.secret) = (server.url, "0123456789abcdef")
        let queue = queue(options)
        for number in 1...5 { queue.append(event(number)) }
        queue.close()
        await queue.run()
        let calls = server.calls
        #expect(calls.map { $0.json["id"] as? String } == (1...5).map { "run-\($0)" })
        let call = try #require(calls.first)
        #expect(call.head.hasPrefix("POST /hook "))
        #expect(call.json["type"] as? String == "pipeline.started")
        #expect(call.json["specversion"] as? String == "1.0")
        #expect(call.json["source"] as? String == "sluice/pipelines/live")
        let signature = try #require(call.field("Sluice-Signature"))
        let parts = signature.split(separator: ",").map { $0.split(separator: "=").map(String.init) }
        let time = try #require(Int(parts[0][1]))
        #expect(abs(time - Int(Date().timeIntervalSince1970)) < 60)
        let expected = HMAC.sha256(of: Array("\(time).\(call.body)".utf8), key: Array("0123456789abcdef".utf8))
        #expect(parts[1] == ["v1", expected.hexadecimal()])
    }

    @Test func callThatFailsAndHangsIsRepeated() async throws {
        // The first call fails, the second hangs until the timeout, the third succeeds.
        let server = try HookServer { [.status(503), .hang, .status(200)][min($0, 2)] }
        var options = HookOptions()
        (options.url, options.timeout) = (server.url, .seconds(1))
        let queue = queue(options)
        let begin = SystemClock.now
        queue.append(event(1))
        // Adding events does not wait for the recipient.
        #expect(SystemClock.now - begin < .milliseconds(500))
        queue.close()
        await queue.run()
        #expect(server.calls.map { $0.json["id"] as? String } == ["run-1", "run-1", "run-1"])
        #expect(queue.counts == HookQueue.Counts(delivered: 1, failed: 0, dropped: 0))
        #expect(problems.codes == ["hook-failing", "hook-recovered"])
    }

    @Test func changedHookSendsItsWaitingEventsToTheNewRecipient() async throws {
        let (dead, alive) = (try HookServer { _ in .hang }, try HookServer { _ in .status(200) })
        var options = HookOptions()
        (options.url, options.timeout) = (dead.url, .seconds(1))
        let queue = queue(options)
        for number in 1...4 { queue.append(event(number)) }
        let sending = Task { await queue.run() }
        while dead.calls.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        options.url = alive.url
        let engine = FetchEngine(connectionsPerHost: 4, connections: 4)
        queue.update(
            PlannedHook(name: "test", options: options),
            HTTPHookDelivery(options: options, engine: engine, clock: SystemClock()))
        queue.close()
        await sending.value
        #expect(dead.calls.count == 1)
        #expect(alive.calls.map { $0.json["id"] as? String } == (1...4).map { "run-\($0)" })
        #expect(queue.counts == HookQueue.Counts(delivered: 4, failed: 0, dropped: 0))
    }

    @Test func refusedEventIsNotRepeated() async throws {
        let server = try HookServer { _ in .status(400) }
        var options = HookOptions()
        options.url = server.url
        let queue = queue(options)
        queue.append(event(1))
        queue.close()
        await queue.run()
        #expect(server.calls.count == 1)
        #expect(queue.counts.failed == 1)
        #expect(problems.codes == ["hook-failing", "hook-events-lost"])
    }

    @Test func oldestEventsAreDroppedAndCounted() async throws {
        let server = try HookServer { _ in .status(200) }
        var options = HookOptions()
        (options.url, options.queue) = (server.url, 3)
        let queue = queue(options)
        for number in 1...10 { queue.append(event(number)) }
        queue.append(event(11, .segmentPublished))
        queue.close()
        await queue.run()
        #expect(server.calls.map { $0.json["id"] as? String } == ["run-8", "run-9", "run-10"])
        #expect(queue.counts == HookQueue.Counts(delivered: 3, failed: 0, dropped: 7))
        #expect(problems.codes == ["hook-queue-full", "hook-events-lost"])
    }

    @Test func commandReceivesEventWithoutShell() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hook-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "$(touch bad) event.json").path
        var options = HookOptions()
        options.command = ["tee", file]
        let queue = queue(options)
        queue.append(event(1))
        queue.close()
        await queue.run()
        #expect(queue.counts.delivered == 1)
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("\"run-1\""))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    }

    @Test func commandThatHangsIsKilledWithItsChildren() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hook-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "child").path
        var options = HookOptions()
        options.command = ["sh", "-c", "trap '' TERM; sleep 600 & echo $! > '\(file)'; wait; sleep 600"]
        (options.timeout, options.retries) = (.seconds(1), 0)
        let queue = queue(options)
        queue.append(event(1))
        queue.close()
        let begin = SystemClock.now
        await queue.run()
        #expect(SystemClock.now - begin < .seconds(20))
        #expect(queue.counts.failed == 1)
        let text = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        let child = try #require(pid_t(text))
        var isAlive = true
        for _ in 0..<100 where isAlive {
            let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
            isAlive = state.map { !$0.contains(") Z ") } ?? false
            if isAlive { try await Task.sleep(for: .milliseconds(50)) }
        }
        #expect(!isAlive)
    }

    @Test func missingProgramIsReportedOnce() async throws {
        var options = HookOptions()
        options.command = ["/nonexistent/program"]
        let queue = queue(options)
        queue.append(event(1))
        queue.close()
        await queue.run()
        #expect(queue.counts.failed == 1)
        #expect(problems.messages.first?.contains("cannot run '/nonexistent/program'") == true)
    }
}
