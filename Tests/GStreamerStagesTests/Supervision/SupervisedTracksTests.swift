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
