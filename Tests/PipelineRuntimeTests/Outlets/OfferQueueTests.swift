import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

@Suite struct OfferQueueTests {
    let video = Track.scriptedVideo()
    let audio = Track.scriptedAudio()

    func queue(_ policy: OverflowPolicy, messages: Int = 4) -> OfferQueue<Sample> {
        OfferQueue(policy: policy, limits: LinkLimits(messages: messages))
    }

    @Test func samplesAreDroppedUntilSyncSample() {
        var queue = queue(.dropToKeyframe)
        let samples = Sample.scripted(video, "IPPPPP PPIPP")
        var verdicts = samples[..<6].map { queue.offer(.payload($0)) }
        #expect(verdicts == [.accepted, .accepted, .accepted, .accepted, .dropped, .dropped])
        var batch: [Message<Sample>] = []
        queue.dequeueAll(into: &batch)
        verdicts = samples[6...].map { queue.offer(.payload($0)) }
        #expect(verdicts == [.dropped, .dropped, .accepted, .accepted, .accepted])
        #expect(queue.dropped.map(\.count) == [4])
    }

    @Test func framesAreDroppedIndividually() {
        var queue = OfferQueue<Frame>(policy: .dropToKeyframe, limits: LinkLimits(messages: 2))
        let frames = Frame.scripted(video, count: 4)
        #expect(frames[..<3].map { queue.offer(.payload($0)) } == [.accepted, .accepted, .dropped])
        var batch: [Message<Frame>] = []
        queue.dequeueAll(into: &batch)
        #expect(queue.offer(.payload(frames[3])) == .accepted)
        #expect(queue.dropped.map(\.count) == [1])
    }

    @Test func fullTrackDoesNotBlockOthers() {
        var queue = queue(.wait)
        let pictures = Sample.scripted(video, count: 5)
        #expect(pictures.map { queue.offer(.payload($0)) } == [.accepted, .accepted, .accepted, .accepted, .full])
        #expect(queue.isFull(for: video.id))
        #expect(queue.offer(.payload(Sample.scripted(audio, count: 1)[0])) == .accepted)
        #expect(!queue.isFull(for: audio.id))
    }

    @Test func announcementsAreAcceptedWhenFull() {
        var queue = queue(.dropToKeyframe, messages: 1)
        #expect(queue.offer(.track(video)) == .accepted)
        #expect(Sample.scripted(video, count: 2).map { queue.offer(.payload($0)) } == [.accepted, .dropped])
        #expect(queue.offer(.end(video.id)) == .accepted)
        #expect(queue.count == 3)
    }

    @Test func policyFailReportsOverflow() {
        var queue = queue(.fail, messages: 1)
        #expect(Sample.scripted(video, count: 2).map { queue.offer(.payload($0)) } == [.accepted, .overflow])
    }

    @Test func closedQueueRejectsOffers() {
        var queue = queue(.wait)
        queue.close(discarding: false)
        #expect(queue.offer(.track(video)) == .closed)
        #expect(queue.offer(.payload(Sample.scripted(video, count: 1)[0])) == .closed)
    }
}
