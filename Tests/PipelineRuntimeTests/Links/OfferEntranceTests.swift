import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

/// The entrance in front of a queue, for both orders, all policies and all limits.
@Suite struct OfferEntranceTests {
    let video = Track.scriptedVideo()
    let audio = Track.scriptedAudio()

    /// Limits that a track reaches with its fourth sample of 250 bytes and 1/30 s.
    enum Limit: CaseIterable {
        case messages
        case bytes
        case mediaTime

        var limits: LinkLimits {
            switch self {
            case .messages: LinkLimits(messages: 4)
            case .bytes: LinkLimits(bytes: 1000)
            case .mediaTime: LinkLimits(duration: MediaTime(value: 3, timescale: 30))
            }
        }
    }

    /// An entrance and its queue, joined as in an outlet.
    struct Joint<Content: Payload> {
        var entrance: OfferEntrance
        var queue: LinkQueue<Content>

        init(_ policy: OverflowPolicy, _ limits: LinkLimits, _ order: LinkOrder = .arrival) {
            entrance = OfferEntrance(policy: policy)
            queue = LinkQueue(
                inputs: ["camera", "microphone"], order: order, limits: limits,
                related: [[true, false], [false, true]])
        }

        mutating func offer(_ message: Message<Content>, from input: Int = 0) throws -> OfferResult {
            let isFull = message.isPayload && queue.isFull(input, message.laneTrack)
            let result = entrance.admit(message, isFull: isFull)
            let batch = Batch([message])
            if result == .accepted { try queue.append(batch.messages, batch.measure, from: input) }
            return result
        }

        mutating func drain() {
            var batch: [Message<Content>] = []
            queue.dequeue(into: &batch, upTo: .max)
        }
    }

    @Test(arguments: [LinkOrder.arrival, .mediaTime], Limit.allCases)
    func policyAppliesAtEachLimit(order: LinkOrder, limit: Limit) throws {
        let table: [(policy: OverflowPolicy, atLimit: OfferResult, dependent: OfferResult)] = [
            (.wait, .full, .accepted), (.fail, .overflow, .accepted), (.dropToKeyframe, .dropped, .dropped),
        ]
        for (policy, atLimit, dependent) in table {
            var joint = Joint<Sample>(policy, limit.limits, order)
            _ = try joint.offer(.track(video))
            // The track alone counts as a message.
            _ = try joint.offer(.track(audio), from: 1)
            joint.drain()
            let samples = Sample.scripted(video, count: 8, syncEvery: 7, byteCount: 250)
            let results = try samples[..<5].map { try joint.offer(.payload($0)) }
            #expect(results == [.accepted, .accepted, .accepted, .accepted, atLimit], "\(policy)")
            #expect(joint.queue.count == 4)
            #expect(joint.queue.highWater[0].messages == 4 && joint.queue.highWater[0].bytes == 1000)
            joint.queue.end(1, .finished)
            joint.drain()
            #expect(joint.queue.count == 0)
            let later = try samples[5...].map { try joint.offer(.payload($0)) }
            #expect(later == [dependent, dependent, .accepted], "\(policy)")
            #expect(joint.entrance.drops.map(\.count) == (policy == .dropToKeyframe ? [3] : []))
        }
    }

    @Test(arguments: OverflowPolicy.allCases)
    func relatedInputIsNeverStoppedWhileAnotherStarves(policy: OverflowPolicy) throws {
        var entrance = OfferEntrance(policy: policy)
        var queue = LinkQueue<Sample>(inputs: ["v", "a"], order: .mediaTime, limits: LinkLimits(messages: 4))
        try queue.append([.track(video)], BatchMeasure(), from: 0)
        for sample in Sample.scripted(video, count: 100) {
            let message = Message.payload(sample)
            #expect(entrance.admit(message, isFull: queue.isFull(0, video.id)) == .accepted)
            let batch = Batch([message])
            try queue.append(batch.messages, batch.measure, from: 0)
        }
        #expect(!queue.isFull(0) && queue.mayLead(0))
        let other = Batch([.track(audio)] + Sample.scripted(audio, count: 1).map { Message.payload($0) })
        try queue.append(other.messages, other.measure, from: 1)
        #expect(queue.isFull(0) && queue.isFull(0, video.id))
    }

    @Test func framesAreDroppedIndividually() throws {
        var joint = Joint<Frame>(.dropToKeyframe, LinkLimits(messages: 2))
        let frames = Frame.scripted(video, count: 4)
        #expect(try frames[..<3].map { try joint.offer(.payload($0)) } == [.accepted, .accepted, .dropped])
        joint.drain()
        #expect(try joint.offer(.payload(frames[3])) == .accepted)
        #expect(joint.entrance.drops.map(\.count) == [1])
    }

    @Test(arguments: [LinkOrder.arrival, .mediaTime])
    func fullTrackDoesNotStopOthers(order: LinkOrder) throws {
        var joint = Joint<Sample>(.wait, LinkLimits(messages: 4), order)
        let pictures = Sample.scripted(video, count: 5)
        #expect(try pictures.map { try joint.offer(.payload($0)) }.last == .full)
        #expect(try joint.offer(.payload(Sample.scripted(audio, count: 1)[0])) == .accepted)
        #expect(joint.queue.isFull(0, video.id) && !joint.queue.isFull(0, audio.id))
    }

    @Test func announcementsAreAcceptedWhenFull() throws {
        var joint = Joint<Sample>(.dropToKeyframe, LinkLimits(messages: 2))
        #expect(try joint.offer(.track(video)) == .accepted)
        #expect(
            try Sample.scripted(video, count: 2).map { try joint.offer(.payload($0)) } == [.accepted, .dropped])
        #expect(try joint.offer(.end(video.id)) == .accepted)
        #expect(joint.queue.count == 3)
    }

    @Test func repeatedGapsOccupyOneMessagePerTrack() throws {
        var joint = Joint<Sample>(.wait, LinkLimits(messages: 4))
        for second in 1...100 {
            _ = try joint.offer(.gap(video.id, until: .seconds(Int64(second))))
            _ = try joint.offer(.gap(audio.id, until: .seconds(Int64(second))))
        }
        var batch: [Message<Sample>] = []
        joint.queue.dequeue(into: &batch, upTo: .max)
        let ends = batch.map { if case .gap(_, let until) = $0 { until } else { MediaTime.zero } }
        #expect(ends == [.seconds(100), .seconds(100)])
    }
}
