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

    @Test func samplesAreDroppedUntilTheNextSyncSample() {
        var queue = queue(.dropToKeyframe)
        let samples = Sample.scripted(video, "IPPPPP PPIPP")
        var verdicts = samples[..<6].map { queue.offer(.payload($0)) }
        #expect(verdicts == [.taken, .taken, .taken, .taken, .dropped, .dropped])
        var batch: [Message<Sample>] = []
        queue.take(into: &batch)
        verdicts = samples[6...].map { queue.offer(.payload($0)) }
        #expect(verdicts == [.dropped, .dropped, .taken, .taken, .taken])
        #expect(queue.dropped.map(\.count) == [4])
    }

    @Test func framesAreDroppedOneByOne() {
        var queue = OfferQueue<Frame>(policy: .dropToKeyframe, limits: LinkLimits(messages: 2))
        let frames = Frame.scripted(video, count: 4)
        #expect(frames[..<3].map { queue.offer(.payload($0)) } == [.taken, .taken, .dropped])
        var batch: [Message<Frame>] = []
        queue.take(into: &batch)
        #expect(queue.offer(.payload(frames[3])) == .taken)
        #expect(queue.dropped.map(\.count) == [1])
    }

    @Test func aFullTrackDoesNotHoldTheOthersBack() {
        var queue = queue(.wait)
        let pictures = Sample.scripted(video, count: 5)
        #expect(pictures.map { queue.offer(.payload($0)) } == [.taken, .taken, .taken, .taken, .full])
        #expect(queue.isFull(for: video.id))
        #expect(queue.offer(.payload(Sample.scripted(audio, count: 1)[0])) == .taken)
        #expect(!queue.isFull(for: audio.id))
    }

    @Test func announcementsAreTakenEvenWhenFull() {
        var queue = queue(.dropToKeyframe, messages: 1)
        #expect(queue.offer(.track(video)) == .taken)
        #expect(Sample.scripted(video, count: 2).map { queue.offer(.payload($0)) } == [.taken, .dropped])
        #expect(queue.offer(.end(video.id)) == .taken)
        #expect(queue.count == 3)
    }

    @Test func thePolicyFailSaysSo() {
        var queue = queue(.fail, messages: 1)
        #expect(Sample.scripted(video, count: 2).map { queue.offer(.payload($0)) } == [.taken, .overflow])
    }

    @Test func aClosedQueueRefuses() {
        var queue = queue(.wait)
        queue.close(forgetting: false)
        #expect(queue.offer(.track(video)) == .closed)
        #expect(queue.offer(.payload(Sample.scripted(video, count: 1)[0])) == .closed)
    }
}
