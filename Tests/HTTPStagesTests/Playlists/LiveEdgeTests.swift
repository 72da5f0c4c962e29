import HLS
import Media
import Testing

@testable import HTTPStages

/// The handling of a blocking request depends on the live edge of the playlist.
@Suite struct LiveEdgeTests {
    private func decision(_ edge: ScriptedPlaylist, _ sequence: Int?, _ part: Int? = nil) -> String {
        switch LiveEdge(edge.playlist).decision(for: DeliveryDirectives(mediaSequence: sequence, part: part)) {
        case .answer: "answer"
        case .wait: "wait"
        case .reject: "refuse"
        }
    }

    @Test(arguments: [
        // Parts last 0.25 s, so requests up to twelve parts ahead of the last one are accepted.
        (nil, nil, "answer"), (0, nil, "answer"), (9, 100, "answer"), (10, nil, "answer"), (10, 3, "answer"),
        (10, 4, "answer"), (10, 99, "answer"), (11, nil, "wait"), (11, 0, "answer"), (11, 1, "answer"),
        (11, 2, "wait"), (11, 13, "wait"), (11, 14, "refuse"), (12, nil, "wait"), (12, 0, "wait"),
        (12, 11, "wait"), (12, 12, "refuse"), (13, nil, "refuse"), (13, 0, "refuse"),
        (999_999_999_999_999_999, nil, "refuse"), (11, 999_999_999_999_999_999, "refuse"),
    ])
    func requestIsAnsweredHeldOrRejected(sequence: Int?, part: Int?, expected: String) {
        #expect(decision(ScriptedPlaylist(last: 10, parts: 2), sequence, part) == expected)
    }

    @Test func partPastSegmentMeansNextSegment() {
        let whole = ScriptedPlaylist(last: 10)
        #expect(decision(whole, 10, 3) == "answer")
        #expect(decision(whole, 10, 4) == "wait")
        #expect(decision(whole.next, 10, 4) == "answer")
    }

    @Test func everyHeldRequestIsEventuallyAnswered() {
        for sequence in 5...14 {
            for part in [nil] + (0...14).map(Optional.init) {
                var edge = ScriptedPlaylist(last: 10, parts: 1)
                var answers: [String] = []
                for _ in 0..<24 {
                    answers.append(decision(edge, sequence, part))
                    edge = edge.next
                }
                guard answers[0] != "refuse" else { continue }
                #expect(answers.last == "answer", "\(sequence) \(part ?? -1)")
                // Once answered, a request is never held again: a new playlist contains everything that an older one
                // had.
                #expect(answers == answers.sorted(by: >), "\(sequence) \(part ?? -1): \(answers)")
            }
        }
    }

    @Test func requestsAreHeldOnlyWithBlockingReload() {
        #expect(decision(ScriptedPlaylist(last: 10, isEnded: true), 99, 99) == "answer")
        var plain = ScriptedPlaylist(last: 10).playlist
        plain.serverControl?.canBlockReload = false
        #expect(LiveEdge(plain).decision(for: DeliveryDirectives(mediaSequence: 99)) == .answer)
    }

    @Test func longPartsMayBeRequestedThreeAhead() {
        var playlist = ScriptedPlaylist(last: 10, parts: 1).playlist
        playlist.partTarget = .seconds(1)
        let edge = LiveEdge(playlist)
        #expect(edge.decision(for: DeliveryDirectives(mediaSequence: 11, part: 3)) == .wait)
        #expect(edge.decision(for: DeliveryDirectives(mediaSequence: 11, part: 4)) != .wait)
    }
}
