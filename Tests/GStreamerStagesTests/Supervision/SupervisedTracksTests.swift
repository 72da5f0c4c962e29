import Media
import StageKit
import StageTesting
import Testing

@testable import GStreamerStages

/// The tracks of a supervised source, as scripts of messages and events at times in seconds.
///
/// `+1` announces track 1, `-1` ends it, `1:5` is a frame at 5 s and `1~5` a gap until 5 s. `fill` starts to send
/// substitutes, `filled` finishes it.
@Suite struct SupervisedTracksTests {
    struct Script: CustomTestStringConvertible {
        var name: String
        var events: [(second: Int64, words: String)]
        var messages: String
        var discarded = SupervisedTracks<Frame>.DiscardedCounts()
        var testDescription: String { name }
    }

    static let scripts = [
        Script(
            name: "announcement is repeated only when the track has changed",
            events: [(0, "+1 1:0"), (1, "+1 1:1"), (2, "+2 2:2 +1")], messages: "+1 1:0 1:1 +2 2:2"),
        Script(
            name: "gap advances during a loss, and earlier frames are late",
            events: [(0, "+1 1:0"), (1, "lost fill filled"), (2, "fill filled 1:1"), (3, "1:3")],
            messages: "+1 1:0 1~1 1~2 1:3", discarded: .init(late: 1)),
        Script(
            name: "frame that arrives while the gap is sent is late",
            events: [(0, "+1 1:0"), (1, "lost fill 1:1 filled"), (2, "1:2")], messages: "+1 1:0 1~1 1:2",
            discarded: .init(late: 1)),
        Script(
            name: "gap pauses while the source catches up",
            events: [(0, "+1 1:0"), (3, "lost fill filled 1:2 fill filled"), (4, "fill filled")],
            messages: "+1 1:0 1~3 1~4", discarded: .init(late: 1)),
        Script(
            name: "stalled track has a gap, and another track none",
            events: [(0, "+1 +2 1:0 2:0"), (2, "2:2 fill filled"), (3, "1:3 fill filled")],
            messages: "+1 +2 1:0 2:0 2:2 1~2 1:3"),
        Script(
            name: "frames far from the clock are out of range", events: [(0, "+1 1:6 1:5")], messages: "+1 1:5",
            discarded: .init(outOfRange: 1)),
        Script(
            name: "sender that starts again does not repeat times",
            events: [(8, "+1 1:7"), (9, "1:1 1:0"), (10, "1:9")],
            messages: "+1 1:7 1:9", discarded: .init(outOfRange: 2)),
        Script(
            name: "times that go back a little are late", events: [(8, "+1 1:7 1:7 1:6"), (9, "1:8")],
            messages: "+1 1:7 1:8", discarded: .init(late: 2)),
        Script(
            name: "source does not end its tracks", events: [(0, "+1 +2 1:0 -1 -2"), (1, "1:1 ended")],
            messages: "+1 +2 1:0 1:1 -1 -2"),
    ]

    @Test(arguments: scripts) func tracksContinue(script: Script) {
        var tracks = SupervisedTracks<Frame>(fill: GapSubstitute(), limit: 2_000_000_000, origin: nil)
        var sent: [Message<Frame>] = []
        for (second, words) in script.events {
            let now = second * 1_000_000_000
            for word in words.split(separator: " ") {
                switch word {
                case "lost": tracks.handleLoss(at: now)
                case "fill": sent += tracks.substitutes(until: now)
                case "filled": tracks.finishFilling()
                case "ended": sent += tracks.endAll()
                default:
                    let messages = tracks.process(Message(word: String(word)), at: now)
                    tracks.finishSending(messages, at: now)
                    sent += messages
                }
            }
        }
        #expect(sent.map(\.word).joined(separator: " ") == script.messages)
        #expect(tracks.drainDiscarded() == script.discarded)
    }

    /// Payloads of a source that was opened again, in milliseconds: its last payload ended at 1000, and `sent` are the
    /// starts of those that are sent.
    @Test(
        arguments: [
            // Packets of audio are discarded until the end.
            ("audio", [988, 1009, 1030], [1009, 1030]),
            ("audio", [1000, 1021], [1000, 1021]),
            ("audio", [999, 1020], [1020]),
            // The first frame of video starts later, so that no keyframe is lost.
            ("video", [988, 1028], [1000, 1028]),
            ("video", [1000, 1040], [1000, 1040]),
            ("video", [950, 990, 1030], [1000, 1030]),
        ] as [(String, [Int64], [Int64])])
    func reopenedSourceDoesNotOverlapItsFormerSession(media: String, starts: [Int64], sent: [Int64]) {
        let duration: Int64 = media == "audio" ? 21 : 40
        let track = media == "audio" ? Track.scriptedAudio(1, timescale: 1000) : .scriptedVideo(1, timescale: 1000)
        for fills in [false, true] {
            var tracks = SupervisedTracks<Frame>(fill: GapSubstitute(), limit: 2_000_000_000, origin: nil)
            func send(_ start: Int64) -> [Int64] {
                let frame = Frame.scripted(track, count: 1, duration: duration, start: start)[0]
                return tracks.process(.payload(frame), at: 1_000_000_000).flatMap { message -> [Int64] in
                    guard case .payload(let frame) = message else { return [] }
                    #expect(frame.presentationTicks + frame.duration == start + duration, "the end is the same")
                    return [frame.presentationTicks]
                }
            }
            _ = tracks.process(.track(track), at: 0)
            #expect(send(1000 - duration) == [1000 - duration])
            tracks.handleLoss(at: 900_000_000)
            if fills { _ = tracks.substitutes(until: 950_000_000) }
            tracks.finishFilling()
            #expect(starts.flatMap(send) == sent, "\(media) \(starts)")
        }
    }

    @Test func timesWithinASessionAreUnchanged() {
        var tracks = SupervisedTracks<Frame>(fill: GapSubstitute(), limit: 2_000_000_000, origin: nil)
        let track = Track.scriptedAudio(1, timescale: 1000)
        _ = tracks.process(.track(track), at: 0)
        // Milliseconds of packets of 21.3 ms.
        for start in [0, 21, 42, 64, 85] as [Int64] {
            let frame = Frame.scripted(track, count: 1, duration: 22, start: start)[0]
            #expect(tracks.process(.payload(frame), at: 0).count == 1)
        }
    }

    /// A coded frame that is presented after the new keyframe: nothing of the keyframe remains, so that the frames that
    /// depend on it are discarded as well.
    @Test func framesOfADiscardedKeyframeAreDiscarded() {
        let track = Track.scriptedVideo(1, timescale: 25)
        var tracks = SupervisedTracks<Sample>(fill: GapSubstitute(), limit: 2_000_000_000, origin: nil)
        func send(_ decode: Int64, _ offset: Int64, _ flags: SampleFlags) -> Int {
            let sample = Sample(
                track: track.id, timescale: 25, decodeTicks: decode, presentationOffset: offset, duration: 1,
                flags: flags, bytes: ByteSlice(copying: [1]))
            return tracks.process(.payload(sample), at: 0).count
        }
        _ = tracks.process(.track(track), at: 0)
        // The frames presented between these two are missing.
        #expect(send(0, 1, .sync) == 1 && send(1, 3, .predicted) == 1)
        tracks.handleLoss(at: 0)
        #expect(send(2, 1, .sync) == 0, "presented at 3, while the former session ends at 5")
        #expect(send(3, 1, .predicted) == 0 && send(5, 1, .predicted) == 0)
        #expect(send(6, 1, .sync) == 1 && send(7, 1, .predicted) == 1)
    }
}

extension Message<Frame> {
    /// Parses a word of a script.
    fileprivate init(word: String) {
        let numbers = word.split { !$0.isNumber }.compactMap { Int64($0) }
        let track = Track.scriptedVideo(UInt32(numbers[0]), timescale: 1)
        switch word.first {
        case "+": self = .track(track)
        case "-": self = .end(track.id)
        default: self = .payload(Frame.scripted(track, count: 1, start: numbers[1])[0])
        }
    }

    fileprivate var word: String {
        switch self {
        case .track(let track): "+\(track.id.rawValue)"
        case .payload(let frame): "\(frame.track.rawValue):\(frame.presentationTicks)"
        case .gap(let id, let until): "\(id.rawValue)~\(until.ticks(at: 1))"
        case .end(let id): "-\(id.rawValue)"
        }
    }
}
