import HLS
import Media
import PackagingStages
import StageKit
import StageTesting
import Testing

/// The events of segments that playlists list as gaps.
@Suite struct GapEventTests {
    /// Runs ten audio segments of two seconds, of which those in `lost` are gaps.
    /// `shift` is the time of the segments less that of their source.
    private func problems(
        lost: Range<Int64>, _ losses: MediaLosses = MediaLosses(), shift: MediaTime = .zero
    ) throws -> [Problem] {
        var options = HLSPlaylist.Options()
        (options.type, options.targetDuration) = (.live, .seconds(2))
        var stage = try HLSPlaylist(options: options)
        var audio = ScriptedSegments.audio()
        var effects = Effects<Resource>(clock: VirtualClock(), figures: StageFigures(), losses: losses)
        try stage.receive(.payload(audio.initialization()), &effects)
        for k in Int64(0)..<10 {
            let (start, length) = (MediaTime.seconds(2 * k) + shift, MediaTime.seconds(2))
            var segment =
                lost.contains(k) ? audio.gap(at: start, lasting: length) : audio.next(at: start, lasting: length)
            if lost.contains(k) { segment.sourceStart = start - shift }
            try stage.receive(.payload(segment), &effects)
        }
        return effects.requestsAndReports.compactMap { if case .report(let problem) = $0 { problem } else { nil } }
    }

    @Test func gapHasAnEventWithItsCauseAndAnEventAtItsEnd() throws {
        let losses = MediaLosses()
        losses.record("media was dropped under load", from: .init(.seconds(7)), until: .init(.seconds(8)))
        losses.record("an earlier loss", from: .zero, until: .init(.seconds(1)))
        let problems = try problems(lost: 3..<6, losses)
        #expect(problems.map(\.code) == ["gap", "gap-ended"])
        #expect(problems.map(\.severity) == [.note, .note])
        #expect(
            problems.first?.message
                == "rendition 'audio' has a gap (EXT-X-GAP) from 6.0 s: media was dropped under load")
        #expect(problems.last?.message == "rendition 'audio' continues at 12.0 s after a gap of 6.0 s")
    }

    /// The times of losses are those of the source, and segments of profile apple-hls start at 10 s.
    @Test func causeIsFoundOnTheTimelineOfTheSource() throws {
        let losses = MediaLosses()
        losses.record("media was dropped under load", from: .init(.seconds(7)), until: .init(.seconds(8)))
        let problems = try problems(lost: 3..<6, losses, shift: .seconds(10))
        #expect(problems.first?.message.hasSuffix("from 16.0 s: media was dropped under load") == true)
    }

    @Test func gapWithoutAKnownCauseIsAWarning() throws {
        let problems = try problems(lost: 3..<4)
        #expect(problems.map(\.code) == ["gap", "gap-ended"])
        #expect(problems.first?.severity == .warning)
        #expect(problems.first?.message.contains("the source sent no media") == true)
    }

    @Test func presentationWithoutGapsHasNoEvent() throws {
        #expect(try problems(lost: 0..<0).isEmpty)
    }

    @Test func lossesWithOneCauseAreMergedAndLimited() {
        let losses = MediaLosses()
        for second in Int64(0)..<10_000 {
            losses.record("load", from: .init(.seconds(second)), until: .init(.seconds(second)))
        }
        #expect(losses.causes(from: .seconds(10), until: .seconds(20)) == ["load"])
        for number in 0..<1000 {
            losses.record("cause \(number)", from: .init(.seconds(1)), until: .init(.seconds(2)))
        }
        #expect(losses.causes(from: .seconds(1), until: .seconds(2)).count == 256)
    }
}
