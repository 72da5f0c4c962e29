import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

@Suite struct LinkQueueTests {
    let video = Track.scriptedVideo()

    func queue(_ inputs: Int = 1, messages: Int = 4, bytes: Int = 1 << 20, seconds: Int64 = 10) -> LinkQueue<Sample> {
        let limits = LinkLimits(messages: messages, bytes: bytes, duration: .seconds(seconds))
        return LinkQueue(inputs: (0..<inputs).map { "input\($0)" }, order: .arrival, limits: limits)
    }

    func add(_ samples: [Sample], to queue: inout LinkQueue<Sample>, input: Int = 0) throws {
        let batch = Batch(samples.map { Message.payload($0) })
        try queue.append(batch.messages, batch.measure, from: input)
    }

    @Test func linkIsFullByCount() throws {
        var queue = queue(messages: 4)
        try add(Sample.scripted(video, count: 3), to: &queue)
        #expect(!queue.isFull(0))
        try add(Sample.scripted(video, count: 1, start: 3), to: &queue)
        #expect(queue.isFull(0))
        #expect(queue.fill(of: 0, video.id).messages == 4)
    }

    @Test func linkExceedsLimitsByAtMostOneBatch() throws {
        var queue = queue(messages: 4, seconds: 1)
        try add(Sample.scripted(video, count: 3), to: &queue)
        try add(Sample.scripted(video, count: 60, start: 3), to: &queue)
        #expect(queue.isFull(0) && !queue.mayLead(0))
        let water = queue.highWater[0]
        #expect(water.messages == 63 && water.batch.messages == 60)
        #expect(water.duration <= .seconds(1) + water.batch.duration)
    }

    @Test func presentFillFallsAndHighestFillRemains() throws {
        var queue = queue(messages: 10)
        try add(Sample.scripted(video, count: 4, byteCount: 100), to: &queue)
        #expect(queue.fill(of: 0).messages == 4 && queue.fill(of: 0).bytes == 400)
        var batch: [Message<Sample>] = []
        queue.dequeue(into: &batch, upTo: 3)
        #expect(queue.fill(of: 0).messages == 1 && queue.highWater[0].messages == 4)
        batch = []
        queue.dequeue(into: &batch, upTo: 3)
        #expect(queue.fill(of: 0) == HighWaterMark.Batch() && queue.highWater[0].bytes == 400)
    }

    @Test func presentWaitOfTheConsumerIsCounted() async throws {
        let link = Link<Sample>(consumer: 1, producers: [0], queue: queue())
        let consumer = Task {
            var batch: [Message<Sample>] = []
            return try await link.dequeue(into: &batch)
        }
        let end = ContinuousClock.now + .seconds(10)
        while link.status.waited < .milliseconds(5), ContinuousClock.now < end { await Task.yield() }
        #expect(link.status.waited >= .milliseconds(5))
        link.end(0, failed: false)
        #expect(try await consumer.value == false)
        let waited = link.status.waited
        #expect(waited >= .milliseconds(5) && link.status.waited == waited)
    }

    @Test func partsAndValuesOfPlaylistsAreNotCountedInSizes() {
        func file(_ role: Resource.Role, _ count: Int) -> Message<Resource> {
            let bytes = ByteRope([UInt8](repeating: 0, count: count))
            return .payload(Resource(path: "file", role: role, contentType: "video/mp4", action: .store(bytes)))
        }
        let measure = Batch([file(.part, 100), file(.part, 200), file(.segment, 300), file(.mediaPlaylist, 7)]).measure
        #expect(measure.bytes == 607 && measure.distinctBytes == 307 && measure.payloads == 4)
    }

    @Test func linkIsFullByBytes() throws {
        var queue = queue(messages: 100, bytes: 1000)
        try add(Sample.scripted(video, count: 1, byteCount: 999), to: &queue)
        #expect(!queue.isFull(0))
        try add(Sample.scripted(video, count: 1, start: 1, byteCount: 1), to: &queue)
        #expect(queue.isFull(0))
    }

    @Test func linkIsFullByMediaTime() throws {
        var queue = queue(messages: 1000, seconds: 2)
        try add(Sample.scripted(video, count: 60), to: &queue)
        #expect(!queue.isFull(0))
        try add(Sample.scripted(video, count: 1, start: 60), to: &queue)
        #expect(queue.isFull(0))
        #expect(queue.fill(of: 0, video.id).duration == .seconds(2))
    }

    @Test func fullDequeueEmptiesQueue() throws {
        var queue = queue()
        try add(Sample.scripted(video, count: 4), to: &queue)
        var batch: [Message<Sample>] = []
        queue.dequeue(into: &batch, upTo: 10)
        #expect(batch.compactMap(\.payload?.decodeTicks) == [0, 1, 2, 3])
        #expect(queue.count == 0)
        #expect(!queue.isFull(0))
        #expect(queue.fill(of: 0, video.id) == FillLevel())
    }

    @Test func partialDequeueKeepsFillLevel() throws {
        var queue = queue(2, messages: 4)
        try add(Sample.scripted(video, count: 3, byteCount: 10), to: &queue, input: 0)
        try add(Sample.scripted(video, count: 4, start: 3, byteCount: 100), to: &queue, input: 1)
        #expect(queue.isFull(1))
        var batch: [Message<Sample>] = []
        queue.dequeue(into: &batch, upTo: 5)
        #expect(batch.compactMap(\.payload?.decodeTicks) == [0, 1, 2, 3, 4])
        #expect(queue.fill(of: 0, video.id).messages == 0)
        #expect(queue.fill(of: 1, video.id).messages == 2)
        #expect(queue.fill(of: 1, video.id).bytes == 200)
        #expect(!queue.isFull(1))
        batch = []
        queue.dequeue(into: &batch, upTo: 5)
        #expect(batch.compactMap(\.payload?.decodeTicks) == [5, 6])
        #expect(queue.count == 0)
    }

    @Test(arguments: [1, 7, 64, 512])
    func messagesKeepTheirOrder(most: Int) throws {
        var random = SeededRandom(seed: UInt64(most))
        var queue = queue(3, messages: 10_000)
        var sent: [Int64] = []
        var taken: [Int64] = []
        for _ in 0..<500 {
            let samples = Sample.scripted(video, count: random.next(below: 9), start: Int64(sent.count))
            try add(samples, to: &queue, input: random.next(below: 3))
            sent += samples.map(\.decodeTicks)
            guard random.next(below: 3) == 0 else { continue }
            var batch: [Message<Sample>] = []
            queue.dequeue(into: &batch, upTo: most)
            taken += batch.compactMap(\.payload?.decodeTicks)
            let fills = (0..<3).map { queue.fill(of: $0, video.id) }
            #expect(fills.reduce(0) { $0 + $1.messages } == queue.count)
            #expect(fills.reduce(0) { $0 + $1.bytes } == queue.count * 4)
        }
        while queue.count > 0 {
            var batch: [Message<Sample>] = []
            queue.dequeue(into: &batch, upTo: most)
            taken += batch.compactMap(\.payload?.decodeTicks)
        }
        #expect(taken == sent)
    }

    @Test func abandonedLinkIsNeverFull() throws {
        var queue = queue(messages: 2)
        try add(Sample.scripted(video, count: 3), to: &queue)
        #expect(queue.isFull(0))
        queue.abandon()
        #expect(!queue.isFull(0))
        try add(Sample.scripted(video, count: 2), to: &queue)
        #expect(queue.count == 0)
        #expect(queue.discarded == 5)
    }

    @Test func linkFinishesWhenInputsEndedAndQueueIsEmpty() throws {
        var queue = queue(2)
        try add(Sample.scripted(video, count: 1), to: &queue)
        queue.end(0, .finished)
        #expect(!queue.hasFinished)
        queue.end(1, .finished)
        #expect(!queue.hasFinished)
        var batch: [Message<Sample>] = []
        queue.dequeue(into: &batch, upTo: 5)
        #expect(queue.hasFinished)
    }
}

/// A small deterministic random number generator (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
