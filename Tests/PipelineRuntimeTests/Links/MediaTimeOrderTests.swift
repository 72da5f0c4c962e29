import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

@Suite struct MediaTimeOrderTests {
    let video = Track.scriptedVideo()
    let audio = Track.scriptedAudio()

    func dequeue(_ queue: inout MediaTimeOrder<Sample>) -> [Message<Sample>] {
        var batch: [Message<Sample>] = []
        queue.dequeue(into: &batch, upTo: .max)
        return batch
    }

    func payloads(_ track: Track, _ count: Int, start: Int64 = 0, duration: Int64 = 1) -> [Message<Sample>] {
        Sample.scripted(track, count: count, duration: duration, start: start).map { .payload($0) }
    }

    @Test func mergeWaitsForTrackOfEveryInput() throws {
        var queue = MediaTimeOrder<Sample>(inputs: ["v", "a"], lead: LeadLimits())
        try queue.append([.track(video)] + payloads(video, 3), from: 0)
        #expect(dequeue(&queue).isEmpty)
        try queue.append([.track(audio)], from: 1)
        #expect(dequeue(&queue).count == 2)
        #expect(dequeue(&queue).isEmpty)
        try queue.append(payloads(audio, 1, start: 4800), from: 1)
        // Audio up to 0.1 s releases the video frames at 0, 1/30 and 2/30 s; then no video frame is left to compare
        // with.
        #expect(dequeue(&queue).compactMap(\.payload?.track) == [video.id, video.id, video.id])
        #expect(queue.count == 1)
    }

    @Test func onlyRelatedInputsExceedLimits() throws {
        let apart = MediaTimeOrder<Sample>(
            inputs: ["v", "a"], lead: LeadLimits(), related: [[true, false], [false, true]])
        #expect(!apart.mayLead(0))
        #expect(MediaTimeOrder<Sample>(inputs: ["v", "a"], lead: LeadLimits()).mayLead(0))
        var several = MediaTimeOrder<Sample>(inputs: ["both"], lead: LeadLimits())
        #expect(!several.mayLead(0))
        try several.append([.track(video), .track(audio)], from: 0)
        #expect(several.mayLead(0))
    }

    @Test func tracksAreAnnouncedInInputOrder() throws {
        var queue = MediaTimeOrder<Sample>(inputs: ["v", "a"], lead: LeadLimits())
        try queue.append([.track(audio)], from: 1)
        #expect(dequeue(&queue).isEmpty)
        try queue.append([.track(video)], from: 0)
        let announced = dequeue(&queue).compactMap { message -> Track.ID? in
            if case .track(let track) = message { return track.id }
            return nil
        }
        #expect(announced == [video.id, audio.id])
    }

    @Test func endedTrackDoesNotBlockMerge() throws {
        var queue = MediaTimeOrder<Sample>(inputs: ["v", "a"], lead: LeadLimits())
        try queue.append([.track(video)] + payloads(video, 3), from: 0)
        try queue.append([.track(audio), .end(audio.id)], from: 1)
        #expect(dequeue(&queue).compactMap(\.payload).count == 3)
    }

    @Test func closedInputDoesNotBlockMerge() throws {
        var queue = MediaTimeOrder<Sample>(inputs: ["v", "a"], lead: LeadLimits())
        try queue.append([.track(video)] + payloads(video, 3), from: 0)
        queue.close(1)
        #expect(dequeue(&queue).compactMap(\.payload).count == 3)
    }

    @Test func heldVideoIsObservedOncePerStep() throws {
        var queue = MediaTimeOrder<Sample>(inputs: ["v", "a"], lead: LeadLimits())
        #expect(queue.observeHeldVideo() == nil)
        try queue.append([.track(video)] + payloads(video, 1), from: 0)
        #expect(queue.observeHeldVideo() == HeldVideo(until: .zero))
        try queue.append(payloads(video, 29, start: 1), from: 0)
        #expect(!queue.holdsNewVideo)
        try queue.append(payloads(video, 1, start: 30), from: 0)
        #expect(queue.observeHeldVideo() == HeldVideo(until: .seconds(1), earlier: .zero))
        // Once media flows, only video that is held for long is observed.
        try queue.append([.track(audio)] + payloads(audio, 2, start: 0, duration: 48000), from: 1)
        #expect(!dequeue(&queue).isEmpty)
        try queue.append(payloads(video, 30, start: 31), from: 0)
        #expect(queue.observeHeldVideo() == nil)
        try queue.append(payloads(video, 60, start: 61), from: 0)
        #expect(queue.observeHeldVideo()?.until == .seconds(4))
    }

    @Test func liveTrackIsAnnouncedWithItsFirstMedia() throws {
        var queue = MediaTimeOrder<Sample>(inputs: ["v", "a"], lead: LeadLimits())
        let (video, audio) = (live(video), live(audio))
        try queue.append([.track(video)] + payloads(video, 90), from: 0)
        try queue.append([.track(audio)], from: 1)
        #expect(queue.isHeldUp && dequeue(&queue).isEmpty)
        queue.beginDeadline()
        let awaited = AwaitedMedia(input: 1, track: audio.id, mediaType: .audio)
        #expect(queue.awaited == [awaited])
        queue.markOverdue(awaited)
        #expect(dequeue(&queue).count == 91 && queue.overdue == [awaited] && !queue.isHeldUp)
        // The track begins late: it is announced, and merged from then on.
        try queue.append(payloads(audio, 1, start: 3 * 48000), from: 1)
        try queue.append(payloads(video, 1, start: 90), from: 0)
        let late = dequeue(&queue)
        #expect(late.count == 2 && queue.overdue.isEmpty)
        #expect(late.first.map { if case .track(audio) = $0 { true } else { false } } == true)
        #expect(queue.drainReturned().map(\.track) == [audio.id] && queue.drainReturned().isEmpty)
    }

    @Test func liveTrackThatStopsIsReplacedByAGap() throws {
        var queue = MediaTimeOrder<Sample>(inputs: ["v", "a"], lead: LeadLimits())
        let (video, audio) = (live(video), live(audio))
        try queue.append([.track(video)] + payloads(video, 31), from: 0)
        try queue.append([.track(audio)] + payloads(audio, 1, start: 48000), from: 1)
        #expect(dequeue(&queue).compactMap(\.payload).count == 31)
        try queue.append(payloads(video, 30, start: 31), from: 0)
        #expect(dequeue(&queue).compactMap(\.payload).map(\.track) == [audio.id])
        #expect(!queue.isHeldUp, "tracks starve briefly all the time")
        try queue.append(payloads(video, 60, start: 61), from: 0)
        #expect(queue.isHeldUp && queue.awaited.isEmpty)
        queue.beginDeadline()
        for awaited in queue.awaited { queue.markOverdue(awaited) }
        let rest = dequeue(&queue)
        #expect(rest.compactMap(\.payload).count == 90)
        #expect(rest.contains { if case .gap(audio.id, _) = $0 { true } else { false } })
        #expect(queue.overdue.map(\.hasBegun) == [true])
        try queue.append(payloads(audio, 1, start: 5 * 48000), from: 1)
        try queue.append(payloads(video, 2, start: 121), from: 0)
        #expect(dequeue(&queue).compactMap(\.payload).count == 2 && queue.count == 1, "the merge waits again")
    }

    @Test func arrivalsDuringTheDeadlineEndTheWait() throws {
        var queue = MediaTimeOrder<Sample>(inputs: ["v", "a"], lead: LeadLimits())
        let (video, audio) = (live(video), live(audio))
        try queue.append([.track(video)] + payloads(video, 90), from: 0)
        try queue.append([.track(audio)], from: 1)
        queue.beginDeadline()
        try queue.append(payloads(audio, 1), from: 1)
        #expect(dequeue(&queue).count == 4 && queue.isHeldUp && queue.awaited.isEmpty)
    }

    /// Files have no deadline: a slow encoder is waited for.
    @Test func trackOfAFileIsAwaitedWithoutLimit() throws {
        var queue = MediaTimeOrder<Sample>(inputs: ["v", "a"], lead: LeadLimits())
        try queue.append([.track(video)] + payloads(video, 90), from: 0)
        try queue.append([.track(audio)], from: 1)
        queue.beginDeadline()
        #expect(!queue.isHeldUp && queue.awaited.isEmpty)
    }

    func live(_ track: Track) -> Track {
        var track = track
        track.liveOrigin = .zero
        return track
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func randomQueuesMergeInOrderWithoutLoss(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let inputs = 1 + random.next(below: 3)
        var queue = MediaTimeOrder<Sample>(inputs: (0..<inputs).map { "\($0)" }, lead: LeadLimits())
        var lanes = (0..<inputs).flatMap { input in
            (0...random.next(below: 3)).map { (input, Track.scriptedVideo(UInt32(input * 10 + $0 + 1)), Int64(0)) }
        }
        var sent = 0
        var taken: [Sample] = []
        for lane in lanes { try queue.append([.track(lane.1)], from: lane.0) }
        for _ in 0..<400 {
            let index = random.next(below: lanes.count)
            var samples: [Message<Sample>] = []
            for _ in 0..<random.next(below: 8) {
                lanes[index].2 += Int64(random.next(below: 5))
                samples += payloads(lanes[index].1, 1, start: lanes[index].2)
            }
            sent += samples.count
            try queue.append(samples, from: lanes[index].0)
            taken += dequeue(&queue).compactMap(\.payload)
        }
        for lane in lanes { try queue.append([.end(lane.1.id)], from: lane.0) }
        for input in 0..<inputs { queue.close(input) }
        taken += dequeue(&queue).compactMap(\.payload)
        #expect(taken.count == sent)
        #expect(taken.map(\.decodeTicks) == taken.map(\.decodeTicks).sorted())
        for lane in lanes {
            let own = taken.filter { $0.track == lane.1.id }.map(\.decodeTicks)
            #expect(own == own.sorted())
        }
    }

    @Test func textDoesNotBlockMerge() throws {
        var queue = MediaTimeOrder<Sample>(inputs: ["v", "t"], lead: LeadLimits())
        let text = Track(id: Track.ID(rawValue: 9), format: .timedText(.webVTT), timescale: 1000)
        try queue.append([.track(video)] + payloads(video, 3), from: 0)
        try queue.append([.track(text)], from: 1)
        #expect(dequeue(&queue).compactMap(\.payload?.track) == [video.id, video.id, video.id])
        try queue.append(payloads(text, 1, start: 100_000), from: 1)
        try queue.append([.gap(text.id, until: .seconds(200))] + payloads(text, 1, start: 200_000), from: 1)
        try queue.append(payloads(video, 1, start: 3), from: 0)
        #expect(dequeue(&queue).compactMap(\.payload?.track) == [text.id, text.id, video.id])
    }
}

extension MediaTimeOrder {
    fileprivate mutating func append(_ batch: [Message<Content>], from input: Int) throws(StageError) {
        var highWater = HighWaterMark()
        try append(batch, from: input, &highWater)
    }
}
