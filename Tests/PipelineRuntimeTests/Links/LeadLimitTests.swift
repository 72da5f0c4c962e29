import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

/// The limits of a merge whose producer must not wait.
@Suite struct LeadLimitTests {
    let video = Track.scriptedVideo()
    let audio = Track.scriptedAudio()

    enum Limit: CaseIterable {
        case messages
        case bytes
        case mediaTime
    }

    /// The lead limits with one of them low, the number of samples that reach it, and its text.
    func lead(_ limit: Limit) -> (lead: LeadLimits, count: Int, text: String) {
        var lead = LeadLimits()
        switch limit {
        case .messages:
            lead.messages = 100
            return (lead, 100, "100 messages")
        case .bytes:
            lead.bytes = 1 << 20
            return (lead, (1 << 20) / (10_000 + MemoryLayout<Message<Sample>>.stride), "1 MiB")
        case .mediaTime:
            lead.duration = .seconds(2)
            return (lead, 61, "2.0 s")
        }
    }

    @Test(arguments: Limit.allCases)
    func leadBeyondLimitFailsAndNamesLinks(limit: Limit) throws {
        var limits = LinkLimits(messages: 10)
        let (lead, count, text) = lead(limit)
        limits.lead = lead
        var queue = LinkQueue<Sample>(inputs: ["camera", "microphone"], order: .mediaTime, limits: limits)
        try queue.append([.track(video)], BatchMeasure(), from: 0)
        try queue.append([.track(audio)], BatchMeasure(), from: 1)
        var batch: [Message<Sample>] = []
        queue.dequeue(into: &batch, upTo: .max)
        #expect(batch.count == 2)
        var failure: StageError?
        var accepted = 0
        do throws(StageError) {
            for sample in Sample.scripted(video, count: 300, byteCount: 10_000) {
                let batch = Batch([Message.payload(sample)])
                try queue.append(batch.messages, batch.measure, from: 0)
                accepted += 1
            }
        } catch { failure = error }
        #expect(failure?.code == .limitReached)
        #expect(accepted == count)
        let message = failure?.message ?? ""
        #expect(message.hasPrefix("the link from 'camera' (track 1) is "), "\(message)")
        #expect(message.contains("ahead of the link from 'microphone' (track 2), beyond the limit of \(text)"))
    }

    @Test func inputOfOtherSourceWaitsAtUsualLimits() throws {
        let related = [[true, false], [false, true]]
        var queue = LinkQueue<Sample>(
            inputs: ["v", "a"], order: .mediaTime, limits: LinkLimits(messages: 10), related: related)
        let batch = Batch([.track(video)] + Sample.scripted(video, count: 100).map { Message.payload($0) })
        try queue.append(batch.messages, batch.measure, from: 0)
        #expect(queue.isFull(0) && !queue.mayLead(0))
    }
}
