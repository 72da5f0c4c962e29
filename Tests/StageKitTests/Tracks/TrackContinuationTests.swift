import Media
import StageKit
import StageTesting
import Testing

/// The four uses of the state machine, as scripts of messages and events.
///
/// `+1` announces track 1, `-1` ends it, `1:5` is a sync sample at 5 s, `1:5p` a predicted one, and `1~5` a gap until
/// 5 s. Events are words: `replaced`, `replaced 1`, `retained`, `released`, `substituted 1 5`, `gap 1 5`, `ended 1`,
/// `ended`.
@Suite struct TrackContinuationTests {
    struct Script: CustomTestStringConvertible {
        var name: String
        /// Whether the owner of the tracks ends them, not the producer.
        var retainsTracks = false
        var events: String
        var messages: String
        var testDescription: String { name }
    }

    static let restart = [
        Script(
            name: "restarted source repeats nothing, and its tracks resume at sync samples after a gap",
            events: "+1 +2 1:0 2:0 1:1p 2:1, replaced, +1 +2 1:0 2:0 1:1p 2:1 1:2p 2:2 1:3 1:4p 2:3 -1 -2",
            messages: "+1 +2 1:0 2:0 1:1p 2:1 +1 +2 2~2 2:2 1~3 1:3 1:4p 2:3 -1 -2"),
        Script(
            name: "no track resumes before the last payload of another",
            events: "+1 +2 1:0 2:0 2:4, replaced, +1 +2 1:3 1:4 2:5 1:5",
            messages: "+1 +2 1:0 2:0 2:4 +1 +2 2~5 2:5 1~5 1:5"),
        Script(
            name: "track that is not announced before the first payload ends",
            events: "+1 +2 +3 1:0, replaced, +2 2:1 +3 3:1",
            messages: "+1 +2 +3 1:0 +2 -1 -3 2~1 2:1 +3 3:1"),
        Script(
            name: "source that fails before its first payload leaves no gap",
            events: "+1, replaced, +1 1:0 1:1p", messages: "+1 +1 1:0 1:1p"),
        Script(
            name: "source that fails twice resumes after the last payload sent",
            events: "+1 1:0 1:5, replaced, +1, replaced, +1 1:5 1:6", messages: "+1 1:0 1:5 +1 +1 1~6 1:6"),
        Script(
            name: "ended track is a new one", events: "+1 1:5 -1, replaced, +1 1:0p", messages: "+1 1:5 -1 +1 1:0p"),
    ]

    static let reload = [
        Script(
            name: "replaced stage drains without ending its tracks",
            events: "+1 1:0, retained, 1:1p -1, released, replaced, +1 1:1 1:2p 1:3 -1",
            messages: "+1 1:0 1:1p +1 1~3 1:3 -1"),
        Script(
            name: "replacement that is replaced before its first payload",
            events:
                "+1 +2 1:4 2:4, retained, -1 -2, released, replaced, +1 +2, retained, -1 -2, released, replaced, +1 1:4 1:5",
            messages: "+1 +2 1:4 2:4 +1 +2 +1 -2 1~5 1:5"),
        Script(
            name: "replacement with another track",
            events: "+1 1:0, retained, released, replaced, +2 2:0 2:1", messages: "+1 1:0 +2 2:0 2:1"),
    ]

    static let loss = [
        Script(
            name: "reopened source resumes at the end of the gap, with any sample", retainsTracks: true,
            events: "+1 1:0 1:1p, gap 1 3, substituted 1 3, -1, gap 1 5, substituted 1 5, 1:4 1:5p 1:6 -1, ended",
            messages: "+1 1:0 1:1p 1~3 1~5 1:5p 1:6 -1"),
        Script(
            name: "loss of one track does not affect others", retainsTracks: true,
            events: "+1 +2 1:0 2:0, gap 1 3, substituted 1 3, 2:1 1:2 2:2 1:3, ended",
            messages: "+1 +2 1:0 2:0 1~3 2:1 2:2 1:3 -1 -2"),
        Script(
            name: "another format is announced on return", retainsTracks: true,
            events: "+1 1:0, gap 1 3, substituted 1 3, +1 1:3, ended", messages: "+1 1:0 1~3 +1 1:3 -1"),
        Script(
            name: "gap that the source reports is sent", retainsTracks: true,
            events: "+1 1:0 1~2 1:2, gap 1 3, substituted 1 3, 1~4 1:4", messages: "+1 1:0 1~2 1:2 1~3 1~4 1:4"),
    ]

    static let encoder = [
        Script(
            name: "encoder after a gap starts with a sync sample", retainsTracks: true,
            events: "+1 1:0 1:1p -1, replaced 1, gap 1 4, +1 1:4p 1:5 1:6p -1, ended 1",
            messages: "+1 1:0 1:1p 1~4 +1 1:5 1:6p -1"),
        Script(
            name: "encoder of another format continues without a gap, even with an earlier decode time",
            retainsTracks: true, events: "+1 1:0 1:3p -1, replaced 1, +1 1:2 1:3p, ended 1",
            messages: "+1 1:0 1:3p +1 1:2 1:3p -1"),
        Script(
            name: "encoders of a ladder continue independently, and an unused one ends", retainsTracks: true,
            events: "+1 +2 1:0 2:0, replaced 1 2, ended 2, +1 1:1 -1, ended 1",
            messages: "+1 +2 1:0 2:0 -2 +1 1:1 -1"),
        Script(
            name: "track that was never announced has neither a gap nor an end", retainsTracks: true,
            events: "gap 1 2, ended 1, replaced 1, +1 1:2p", messages: "+1 1:2p"),
    ]

    @Test(arguments: restart + reload + loss + encoder)
    func trackContinues(script: Script) {
        var continuation = TrackContinuation<Sample>(retainsTracks: script.retainsTracks)
        var sent: [Message<Sample>] = []
        for step in script.events.split(separator: ",") {
            sent += perform(step.split(separator: " ").map(String.init), &continuation)
        }
        #expect(sent.map(\.word).joined(separator: " ") == script.messages)
    }

    @Test(arguments: restart + reload + loss + encoder)
    func batchesDoNotMatter(script: Script) {
        var continuation = TrackContinuation<Sample>(retainsTracks: script.retainsTracks)
        var sent: [Message<Sample>] = []
        for step in script.events.split(separator: ",") {
            let words = step.split(separator: " ").map(String.init)
            let isEvent = words[0].first?.isLetter == true
            for part in isEvent ? [words] : words.map({ [$0] }) { sent += perform(part, &continuation) }
        }
        #expect(sent.map(\.word).joined(separator: " ") == script.messages)
    }

    @Test func continuationIsCompleteWhenEveryTrackHasResumed() {
        var open = OpenTracks()
        for id in [1, 2] as [UInt32] { open.open(.scriptedVideo(id, timescale: 1)) }
        var continuation = TrackContinuation<Sample>(open: open, after: MediaInstant(.seconds(1)), retainsTracks: true)
        #expect(!continuation.isComplete)
        continuation.retainsTracks = false
        #expect(continuation.isComplete)
        continuation.replaceProducer()
        #expect(perform(["+1", "+2", "1:1", "1:2"], &continuation).map(\.word) == ["+1", "+2", "1~2", "1:2"])
        #expect(!continuation.isComplete)
        #expect(perform(["-2"], &continuation).map(\.word) == ["-2"])
        #expect(continuation.isComplete && continuation.open.ids.map(\.rawValue) == [1])
    }

    /// The last packet lasts until 1024; video frames last until the next one, whatever their duration.
    @Test(arguments: [("audio", 1000, 2023), ("video", 1000, 1000), ("audio", 1024, 1024)], [true, false])
    func audioResumesAfterTheEndOfItsLastPacket(times: (media: String, start: Int64, resumed: Int64), replacesAll: Bool)
    {
        let (media, start, resumed) = times
        let track = media == "audio" ? Track.scriptedAudio() : .scriptedVideo(2, timescale: 48000)
        for isKnown in [true, false] {
            var continuation = TrackContinuation<Sample>()
            if isKnown {
                var open = OpenTracks()
                open.open(track)
                let end = MediaInstant(ticks: 1024, timescale: 48000)
                continuation = TrackContinuation(open: open, after: .zero, ends: [track.id: end])
            } else {
                let first = Sample.scripted(track, count: 1, duration: 1024)[0]
                _ = continuation.process([.track(track), .payload(first)])
            }
            replacesAll ? continuation.replaceProducer() : continuation.replaceProducer(of: [track.id])
            let samples = Sample.scripted(track, count: 3, duration: 1023, start: start)
            let sent = continuation.process([.track(track)] + samples.map { .payload($0) })
            let times = sent.compactMap { if case .payload(let sample) = $0 { sample.decodeTicks } else { nil } }
            #expect(times.first == resumed, "\(times)")
        }
    }

    private func perform(
        _ words: [String], _ continuation: inout TrackContinuation<Sample>
    ) -> [Message<Sample>] {
        let ids = words.dropFirst().compactMap(UInt32.init).map(Track.ID.init)
        switch words[0] {
        case "retained": continuation.retainsTracks = true
        case "released": continuation.retainsTracks = false
        case "replaced": ids.isEmpty ? continuation.replaceProducer() : continuation.replaceProducer(of: ids)
        case "substituted": continuation.substitute(ids[0], until: MediaInstant(.seconds(Int64(ids[1].rawValue))))
        case "gap": return continuation.gap(ids[0], until: .seconds(Int64(ids[1].rawValue)))
        case "ended": return ids.isEmpty ? continuation.endAll() : continuation.end(ids[0])
        default: return continuation.process(words.compactMap(Message.init(word:)))
        }
        return []
    }
}

extension Message<Sample> {
    /// Parses a word of a script.
    fileprivate init?(word: String) {
        let numbers = word.split { !$0.isNumber }.compactMap { UInt32($0) }
        let id = Track.ID(rawValue: numbers[0])
        switch word.first {
        case "+": self = .track(.scriptedVideo(numbers[0], timescale: 1))
        case "-": self = .end(id)
        case _ where word.contains("~"): self = .gap(id, until: .seconds(Int64(numbers[1])))
        default:
            let flags: SampleFlags = word.hasSuffix("p") ? .predicted : .sync
            self = .payload(
                Sample(
                    track: id, timescale: 1, decodeTicks: Int64(numbers[1]), duration: 1, flags: flags,
                    bytes: ByteSlice(copying: [1])))
        }
    }

    fileprivate var word: String {
        switch self {
        case .track(let track): "+\(track.id.rawValue)"
        case .payload(let sample): "\(sample.track.rawValue):\(sample.decodeTicks)\(sample.isSync ? "" : "p")"
        case .gap(let id, let until): "\(id.rawValue)~\(until.ticks(at: 1))"
        case .end(let id): "-\(id.rawValue)"
        }
    }
}
