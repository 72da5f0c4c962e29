import Media
import OnDemand
import StageKit
import StageTesting
import Synchronization
import Testing

/// The bounded pool of encodings on request.
@Suite struct EncodingPoolTests {
    /// Work that ends when the test ends it, and the ends that are reported.
    private final class Script: Sendable {
        let started = Mutex<[String]>([])
        let ended = Mutex<[String]>([])
        private let gates = Mutex<[String: [AsyncStream<Void>.Continuation]]>([:])

        func work(_ name: String) -> EncodingPool.Work {
            let (gate, continuation) = AsyncStream<Void>.makeStream()
            gates.withLock { $0[name, default: []].append(continuation) }
            return { () throws(StageError) in
                self.started.withLock { $0.append(name) }
                for await _ in gate { return }
                throw StageError(.elementFailed, "'\(name)' was cancelled")
            }
        }

        func finish(_ name: String) { gates.withLock { for gate in $0[name] ?? [] { gate.yield() } } }

        func completion(_ name: String) -> EncodingPool.Completion {
            { end in
                let text =
                    switch end {
                    case .done: "done"
                    case .failed: "failed"
                    case .cancelled: "cancelled"
                    }
                self.ended.withLock { $0.append("\(name) \(text)") }
            }
        }

        func wait(for list: @Sendable (Script) -> Bool) async throws {
            for _ in 0..<500 {
                if list(self) { return }
                try await Task.sleep(for: .milliseconds(10))
            }
            Issue.record("started \(started.withLock { $0 }), ended \(ended.withLock { $0 })")
        }
    }

    private let script = Script()
    private let figures = StageFigures()

    private func pool(places: Int, queue: Int = 8) -> EncodingPool {
        EncodingPool(
            places: places, queueLength: queue, clock: VirtualClock(), figures: EncodingFigures(in: figures))
    }

    private func key(_ name: String) -> EncodingPool.Key { .portion(job: name, 0) }

    private func request(_ name: String, _ pool: EncodingPool, as caller: String? = nil) -> Bool {
        pool.request(key(name), script.work(name), completion: script.completion(caller ?? name))
    }

    @Test func equalRequestsAreJoined() async throws {
        let pool = pool(places: 1)
        #expect(request("a", pool, as: "first"))
        try await script.wait { $0.started.withLock { $0 == ["a"] } }
        #expect(request("a", pool, as: "second"))
        script.finish("a")
        try await script.wait { $0.ended.withLock { $0 == ["first done", "second done"] } }
        #expect(script.started.withLock { $0 } == ["a"])
    }

    @Test func placesAndTheQueueAreBounded() async throws {
        let pool = pool(places: 2, queue: 1)
        for name in ["a", "b"] {
            #expect(request(name, pool))
            try await script.wait { $0.started.withLock { $0.contains(name) } }
        }
        #expect(request("c", pool))
        #expect(!request("d", pool), "the queue is full")
        #expect(script.started.withLock { !$0.contains("c") })
        script.finish("a")
        try await script.wait { $0.started.withLock { $0.contains("c") } }
        for name in ["b", "c"] { script.finish(name) }
        try await script.wait { $0.ended.withLock { $0.count == 3 } }
    }

    @Test func workAheadGivesWayToRequests() async throws {
        let pool = pool(places: 1)
        pool.start(ahead: key("next"), script.work("next"))
        try await script.wait { $0.started.withLock { $0 == ["next"] } }
        #expect(request("seek", pool))
        try await script.wait { $0.started.withLock { $0 == ["next", "seek"] } }
        script.finish("seek")
        try await script.wait { $0.ended.withLock { $0 == ["seek done"] } }
    }

    @Test func cancelledWorkIsReportedAndCanBeRequestedAgain() async throws {
        let pool = pool(places: 1)
        #expect(request("a", pool))
        try await script.wait { $0.started.withLock { $0 == ["a"] } }
        pool.cancel(key("a"))
        try await script.wait { $0.ended.withLock { $0 == ["a cancelled"] } }
        #expect(request("a", pool, as: "again"))
        try await script.wait { $0.started.withLock { $0.count == 2 } }
        script.finish("a")
        try await script.wait { $0.ended.withLock { $0.last == "again done" } }
    }
}
