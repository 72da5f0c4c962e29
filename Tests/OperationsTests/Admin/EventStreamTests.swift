import Media
import PipelineRuntime
import SystemTime
import Testing

@testable import Operations
@testable import Sluice

@Suite struct EventStreamTests {
    @Test func slowClientLosesTheOldestEventsAndReceivesTheirNumber() async throws {
        let hub = EventHub<PipelineEvent>()
        let stream = EventStream(PipelineEvents(hub.observe()), of: "a", clock: SystemClock()) {}
        stream.start {}
        for _ in 0..<3000 { hub.emit(.reloaded("x")) }
        hub.finish()
        var (received, missed, text) = (0, 0, "")
        while !stream.hasEnded {
            guard let bytes = stream.next(at: .zero) else {
                await Task.yield()
                continue
            }
            text = String(decoding: bytes.bytes, as: UTF8.self)
            if text.contains("event: pipeline.reloaded\n") { received += 1 }
            if text.contains("event: missed\n"), let count = text.firstMatch(of: /"count":(\d+)/) {
                missed += try #require(Int(count.1))
            }
        }
        #expect(missed > 0 && received + missed == 3000)
        // The buffer of the events, the queue of the stream, and the event between the two.
        #expect(received <= EventObserver<PipelineEvent>.limit + EventStream.limit + 1)
        #expect(text.hasSuffix("}\n\n"))
    }

    @Test func idleStreamSendsCommentsEvery15Seconds() {
        let stream = EventStream(PipelineEvents(EventHub<PipelineEvent>().observe()), of: "a", clock: SystemClock()) {}
        stream.start {}
        #expect(stream.next(at: .zero).map { String(decoding: $0.bytes, as: UTF8.self) } == "retry: 2000\n\n")
        #expect(stream.next(at: .zero + .seconds(14)) == nil)
        let comment = stream.next(at: .zero + .seconds(16))
        #expect(comment.map { String(decoding: $0.bytes, as: UTF8.self) } == ": keep-alive\n\n")
        #expect(stream.next(at: .zero + .seconds(17)) == nil)
        stream.cancel()
    }

    @Test func cancelledStreamEndsOnce() {
        let ends = Counter()
        let stream = EventStream(PipelineEvents(EventHub<PipelineEvent>().observe()), of: "a", clock: SystemClock()) {
            ends.add()
        }
        stream.cancel()
        stream.cancel()
        #expect(ends.value == 1)
    }
}
