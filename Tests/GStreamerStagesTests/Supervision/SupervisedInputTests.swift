import Media
import StageKit
import StageTesting
import Synchronization
import Testing

@testable import GStreamerStages

/// A supervised device in virtual time.
@Suite(.timeLimit(.minutes(5))) struct SupervisedInputTests {
    struct Outcome {
        var messages: [Message<Frame>]
        var problems: [Problem]
        var error: (any Error)?
        var losses = MediaLosses()
        var figures: [FigureReading] = []
    }

    /// Runs a device for `seconds` in steps of 20 ms.
    static func downstreamLimit(
        _ medium: FaultInjectingSource.Medium, _ faults: [String], seconds: Int, policy: LossPolicy = .gap,
        stopAt: Int? = nil, gapInterval: MediaTime? = nil, lostAfter: MediaTime? = nil,
        beside other: FaultInjectingSource.Medium? = nil, wait: Duration? = nil, lostFrames: Int = 0,
        unusableOpenings: Int = 0, otherSource: LiveSources.Phase? = nil
    ) async throws -> Outcome {
        let clock = VirtualClock()
        var options = FaultInjectingSource.Options()
        (options.medium, options.size) = (medium, PixelSize(width: 32, height: 16))
        options.duration = .seconds(Int64(seconds))
        options.faults = try faults.map { try Fault(option: OptionNode($0)) }
        let source = try FaultInjectingSource(options: options)
        var loss = LossOptions()
        loss.policy = policy
        if let lostAfter { loss.limit = lostAfter }
        let (outlet, reports, stop) = (CollectingOutlet<Frame>(), Reports(), StopSignal())
        let context = StageContext(stageName: "device", stop: stop, reporter: { reports.add($0) }, clock: clock)
        if let phase = otherSource {
            let sources = context.services.value { LiveSources() }
            sources.record(phase, of: sources.add())
        }
        var device = FaultyInput(source: source, time: clock, other: other)
        device.damage.lost = lostFrames
        device.unusableOpenings = unusableOpenings
        let input = SupervisedInput(
            device, loss, wait: wait, context: context,
            fill: SlateSubstitute(.black))
        let done = Counter()
        let failure = Mutex<(any Error)?>(nil)
        clock.start {
            do {
                try await input.run(to: outlet, tracks: CaptureTracks(context), context: context)
            } catch { failure.withLock { $0 = error } }
            done.add(1)
        }
        var step = 0
        while done.current == 0 {
            step += 1
            if step == 10, let gapInterval { outlet.request(.reportGaps(within: gapInterval)) }
            if let stopAt, step == stopAt * 50 { stop.raise() }
            try #require(step < seconds * 50 + 6000, "the run ends")
            await clock.advanceInTurn(by: .milliseconds(20))
        }
        return Outcome(
            messages: outlet.messages, problems: reports.problems, error: failure.withLock { $0 },
            losses: context.services.value { MediaLosses() }, figures: context.figures.readings)
    }

    static func words(_ messages: [Message<Frame>]) -> [String] {
        var words: [String] = []
        for message in messages {
            let word =
                switch message {
                case .track: "track"
                case .payload: "frames"
                case .gap: "gap"
                case .end: "end"
                }
            if words.last != word { words.append(word) }
        }
        return words
    }

    /// Returns the end times of the reported gaps, in seconds.
    static func gaps(_ messages: [Message<Frame>]) -> [Double] {
        messages.compactMap { if case .gap(_, let until) = $0 { until.seconds } else { nil } }
    }

    /// Returns the non-zero differences between the end of a frame and the start of the next one, in ticks.
    static func holes(_ messages: [Message<Frame>]) -> [Int64] {
        let frames = messages.compactMap(\.payload)
        return zip(frames, frames.dropFirst()).map { $1.presentationTicks - $0.presentationTicks - $0.duration }
            .filter { $0 != 0 }
    }

    @Test func disconnectedDeviceLeavesGapAndReturns() async throws {
        let outcome = try await Self.downstreamLimit(.video, ["disappear 3s at 2s"], seconds: 8)
        #expect(outcome.error == nil)
        #expect(Self.words(outcome.messages) == ["track", "frames", "gap", "frames", "end"])
        let gaps = Self.gaps(outcome.messages)
        #expect(gaps == gaps.sorted())
        #expect(zip(gaps, gaps.dropFirst()).allSatisfy { $1 - $0 < 0.26 }, "four times a second at least")
        // Reopened immediately, and after 0.25, 0.75, 1.75 and 3.75 s.
        let last = try #require(gaps.last)
        #expect(last > 5.4 && last < 6.8)
        let frames = outcome.messages.compactMap(\.payload)
        #expect(frames.filter { $0.presentationTime < .seconds(3) }.count == 50)
        #expect(frames.first { $0.presentationTime > .seconds(3) }.map { $0.presentationTime.seconds >= last } == true)
        #expect(outcome.problems.map(\.code) == ["source-lost", "source-returned"])
        #expect(outcome.problems.first?.message.contains("disappeared") == true)
    }

    @Test func aShortStallIsNoLoss() async throws {
        let outcome = try await Self.downstreamLimit(.video, ["stall 1500ms at 2s"], seconds: 6)
        #expect(Self.words(outcome.messages) == ["track", "frames", "end"])
        #expect(outcome.problems.isEmpty)
    }

    @Test func aLongStallIsALossAndTheDeviceIsOpenedAgain() async throws {
        let outcome = try await Self.downstreamLimit(.video, ["stall 4s at 2s"], seconds: 9)
        #expect(outcome.error == nil)
        #expect(Self.words(outcome.messages) == ["track", "frames", "gap", "frames", "end"])
        #expect(outcome.problems.map(\.code) == ["source-lost", "source-returned"])
        #expect(Self.gaps(outcome.messages).first.map { $0 > 3.9 && $0 < 4.8 } == true)
    }

    @Test(arguments: FaultInjectingSource.Medium.allCases)
    func aFillerLeavesNoHole(medium: FaultInjectingSource.Medium) async throws {
        let outcome = try await Self.downstreamLimit(
            medium, ["disappear 3s at 2s", "stall 5s at 9s"], seconds: 17, policy: .filler)
        #expect(outcome.error == nil)
        #expect(Self.words(outcome.messages) == ["track", "frames", "end"])
        let holes = Self.holes(outcome.messages)
        // Audio is continuous to the sample; a slate frame may be shortened by half when the device returns.
        let longest = medium == .audio ? 0 : 1800
        #expect(holes.allSatisfy { $0.magnitude <= longest }, "\(holes)")
        let ticks = outcome.messages.compactMap(\.payload).map(\.presentationTicks)
        #expect(ticks == ticks.sorted())
        #expect(Set(outcome.messages.compactMap(\.payload).map { $0.content.format }).count == 1)
    }

    @Test func aDeviceThatIsNotThereAtTheStartIsAnError() async throws {
        let outcome = try await Self.downstreamLimit(.video, ["disappear 3s at 0s"], seconds: 6)
        #expect((outcome.error as? StageError)?.code == .unreadableInput)
        #expect(outcome.messages.isEmpty)
    }

    @Test(arguments: [LossPolicy.gap, .filler, .fail])
    func absentDeviceIsAwaited(policy: LossPolicy) async throws {
        let outcome = try await Self.downstreamLimit(
            .video, ["disappear 3s at 0s"], seconds: 8, policy: policy, wait: .seconds(10))
        #expect(outcome.error == nil)
        #expect(Self.words(outcome.messages) == ["track", "frames", "end"])
        // The attempts fail for one reason, which is reported once.
        #expect(outcome.problems.map(\.code) == ["source-awaited"])
        #expect(outcome.problems.first?.severity == .note)
        #expect(outcome.problems.first?.message.contains("until 10 s have passed") == true)
        #expect(outcome.messages.compactMap(\.payload).first.map { $0.presentationTime < .seconds(6) } == true)
    }

    @Test func waitForAbsentDeviceIsLimited() async throws {
        let outcome = try await Self.downstreamLimit(
            .video, ["disappear 100s at 0s"], seconds: 100, wait: .seconds(4))
        let error = try #require(outcome.error as? StageError)
        #expect(error.code == .unreadableInput)
        #expect(error.message.contains("is not present") && error.message.contains("waited 4 s"), "\(error.message)")
        #expect(outcome.messages.isEmpty)
    }

    /// A feed that has just changed, or that the run joined in the middle.
    @Test(arguments: [LossPolicy.gap, .filler]) func unusableContentIsOpenedAgain(policy: LossPolicy) async throws {
        let outcome = try await Self.downstreamLimit(.video, [], seconds: 12, policy: policy, unusableOpenings: 4)
        #expect(outcome.error == nil)
        #expect(Self.words(outcome.messages) == ["track", "frames", "end"])
        #expect(outcome.problems.map(\.code) == ["source-awaited"])
    }

    @Test(arguments: [(LossPolicy.gap, true), (.fail, false)])
    func contentThatStaysUnusableIsAnError(policy: LossPolicy, isOpenedAgain: Bool) async throws {
        let outcome = try await Self.downstreamLimit(
            .video, [], seconds: 100, policy: policy, unusableOpenings: 1000)
        let error = try #require(outcome.error as? StageError)
        #expect(error.code == .badTimestamps && error.message.contains("waited 30 s") == isOpenedAgain, "\(error)")
        #expect(outcome.messages.isEmpty)
    }

    @Test(arguments: [LiveSources.Phase.opening, .delivering], [Duration.seconds(1), nil])
    func absentDeviceDoesNotEndOthers(other: LiveSources.Phase, wait: Duration?) async throws {
        let outcome = try await Self.downstreamLimit(
            .video, ["disappear 3s at 0s"], seconds: 8, wait: wait, otherSource: other)
        #expect(outcome.error == nil)
        #expect(Self.words(outcome.messages) == ["track", "frames", "end"])
        let codes = outcome.problems.map(\.code)
        #expect(codes == (wait == nil ? [] : ["source-awaited"]) + ["source-lost", "source-returned"])
        #expect(outcome.problems.contains { $0.message.contains("is not present") && $0.message.contains("reopening") })
    }

    @Test(arguments: [LossPolicy.gap, .fail]) func absentDeviceEndsTheRunWithoutOthers(policy: LossPolicy) async throws
    {
        let outcome = try await Self.downstreamLimit(
            .video, ["disappear 3s at 0s"], seconds: 8, policy: policy,
            otherSource: policy == .fail ? .delivering : .ended)
        #expect((outcome.error as? StageError)?.code == .unreadableInput)
        #expect(outcome.messages.isEmpty)
    }

    @Test func stopBeforeAnyDataNamesTheAbsentSource() async throws {
        let outcome = try await Self.downstreamLimit(
            .video, ["disappear 100s at 0s"], seconds: 100, stopAt: 2, wait: .seconds(60))
        #expect(outcome.error == nil)
        #expect(outcome.problems.map(\.code) == ["source-awaited", "source-absent"])
    }

    @Test func recoveryIsANote() async throws {
        let outcome = try await Self.downstreamLimit(.video, ["disappear 3s at 2s"], seconds: 8)
        #expect(outcome.problems.map(\.severity) == [.warning, .note])
    }

    @Test func withFailALossEndsTheRun() async throws {
        let outcome = try await Self.downstreamLimit(.video, ["disappear 3s at 2s"], seconds: 6, policy: .fail)
        #expect((outcome.error as? StageError)?.code == .unreadableInput)
        #expect(Self.gaps(outcome.messages).isEmpty)
    }

    @Test func anotherFormatIsAnnouncedOnReturn() async throws {
        let outcome = try await Self.downstreamLimit(
            .video, ["disappear 1s at 2s", "size 64x32 at 2500ms"], seconds: 5)
        #expect(Self.words(outcome.messages) == ["track", "frames", "gap", "track", "frames", "end"])
        let tracks = outcome.messages.compactMap { if case .track(let track) = $0 { track } else { nil } }
        #expect(Set(tracks.map(\.id)).count == 1 && Set(tracks.map(\.format)).count == 2)
    }

    @Test func timesFarAheadOfTheClockAreALoss() async throws {
        let outcome = try await Self.downstreamLimit(.video, ["jump 1h at 2s"], seconds: 8, stopAt: 7)
        #expect(outcome.problems.map(\.code).prefix(2) == ["times-astray", "source-lost"])
        #expect(outcome.messages.compactMap(\.payload).allSatisfy { $0.presentationTime < .seconds(3) })
    }

    @Test func stopDuringLossEndsTracks() async throws {
        let outcome = try await Self.downstreamLimit(.video, ["disappear 100s at 2s"], seconds: 100, stopAt: 10)
        #expect(outcome.error == nil)
        #expect(Self.words(outcome.messages) == ["track", "frames", "gap", "end"])
    }

    @Test func flappingDeviceKeepsOrderForADay() async throws {
        let faults = (0..<20).map { "disappear 2s at \(10 + $0 * 10)s" }
        let outcome = try await Self.downstreamLimit(.video, faults, seconds: 220)
        let ticks = outcome.messages.compactMap(\.payload).map(\.presentationTicks)
        #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0 < $1 })
        #expect(outcome.problems.count { $0.code == "source-returned" } >= 15)
    }

    // Downstream live playlists request this limit: half a second is too long for segments of one second.
    @Test func shortStallIsReportedWithinDownstreamLimit() async throws {
        let outcome = try await Self.downstreamLimit(
            .video, ["stall 1s at 2s"], seconds: 5, gapInterval: .milliseconds(250))
        #expect(Self.words(outcome.messages) == ["track", "frames", "gap", "frames", "end"])
        // The last frame arrived at 1.96 s; the supervisor checks ten times a second.
        #expect(try #require(Self.gaps(outcome.messages).first) <= 1.96 + 0.25 + 0.121)
        #expect(outcome.problems.isEmpty, "the device is not reported as lost")
        let longer = try await Self.downstreamLimit(
            .video, ["stall 3s at 2s"], seconds: 7, gapInterval: .milliseconds(250), lostAfter: .seconds(10))
        #expect(longer.problems.map(\.code) == ["track-lost", "track-returned"] || longer.problems.isEmpty)
    }

    @Test func lastFrameReplacesStalledCamera() async throws {
        let outcome = try await Self.downstreamLimit(
            .video, ["stall 1s at 2s"], seconds: 5, policy: .filler, gapInterval: .milliseconds(250))
        let frames = outcome.messages.compactMap(\.payload)
        #expect(Self.holes(outcome.messages).allSatisfy { $0.magnitude <= 1800 })
        let still = frames.filter { $0.presentationTime >= .seconds(2) && $0.presentationTime < .milliseconds(2900) }
        let last = try #require(frames.last { $0.presentationTime < .seconds(2) })
        #expect(still.count >= 20)
        #expect(still.allSatisfy { $0.content.bytes == last.content.bytes })
    }

    @Test func slowCameraIsNotStalled() async throws {
        let outcome = try await Self.downstreamLimit(
            .video, (0..<20).map { "stall 440ms at \($0 * 500 + 20)ms" }, seconds: 10, gapInterval: .milliseconds(250))
        #expect(Self.gaps(outcome.messages).count <= 3, "\(Self.gaps(outcome.messages))")
    }

    @Test func lossOfOneTrackIsDetectedWhileOtherContinues() async throws {
        let outcome = try await Self.downstreamLimit(.video, ["stall 5s at 2s"], seconds: 12, beside: .audio)
        #expect(outcome.error == nil)
        #expect(outcome.problems.map(\.code) == ["track-lost", "track-returned"])
        #expect(outcome.problems.first?.message.contains("no more video") == true)
        let lost = outcome.figures.filter { $0.name == FigureName.lostTrack }
        #expect(lost.map(\.labels) == [["media": "video"]] && lost.map(\.value) == [0])
        let tracks = outcome.messages.compactMap { if case .track(let track) = $0 { track } else { nil } }
        let sound = try #require(tracks.first { $0.format.mediaType == .audio }).id
        for message in outcome.messages {
            if case .gap(let id, _) = message { #expect(id != sound) }
        }
        let gaps = Self.gaps(outcome.messages)
        #expect(try #require(gaps.first) < 4.2 && #require(gaps.last) > 6.8)
        let heard = outcome.messages.compactMap(\.payload).filter { $0.track == sound }
        #expect(zip(heard, heard.dropFirst()).allSatisfy { $0.presentationTicks + $0.duration == $1.presentationTicks })
    }

    @Test func gapNamesDamageOfTheInputAsItsCause() async throws {
        for (lostFrames, cause) in [(0, "no data from the faulty video device"), (3, DamageWatch.cause)] {
            let outcome = try await Self.downstreamLimit(
                .video, ["stall 1500ms at 2s"], seconds: 5, gapInterval: .milliseconds(250), lostFrames: lostFrames)
            #expect(outcome.losses.causes(from: .seconds(2), until: .seconds(3)) == [cause])
        }
        var watch = DamageWatch()
        var figures = DamageFigures()
        figures.errors = 2
        watch.update([figures], at: 1000)
        watch.update([figures], at: 2000)
        #expect(watch.cause(since: 1000) != nil && watch.cause(since: 1001) == nil, "earlier damage is no cause")
        watch.update([DamageFigures()], at: 3000)
        watch.update([figures], at: 4000)
        #expect(watch.cause(since: 4000) != nil, "the figures restart with the input")
    }

    /// Muxers put several frames of audio into one packet, so they arrive in bursts.
    @Test func intervalBetweenBurstsIsNoStall() {
        var (track, now) = (SupervisedTrack(Track.ID(rawValue: 1), at: 0), Int64(0))
        for burst in Int64(1)...20 {
            for frame in Int64(0)..<16 {
                now = burst * 350_000_000 + frame * 10_000
                track.recordPayload(at: now, time: now)
                track.finishSending(at: now)
            }
            for step in Int64(1)...3 where burst > 1 {
                track.update(at: now + step * 100_000_000, timeout: 250_000_000, limit: 2_000_000_000)
                #expect(track.substitution == nil, "burst \(burst)")
            }
        }
        track.update(at: now + 750_000_000, timeout: 250_000_000, limit: 2_000_000_000)
        #expect(track.substitution == .stall)
    }

    @Test func downstreamBackPressureIsNotStall() {
        var track = SupervisedTrack(Track.ID(rawValue: 1), at: 0)
        track.recordPayload(at: 1000, time: 0)
        track.update(at: 9_000_000_000, timeout: 250_000_000, limit: 2_000_000_000)
        #expect(track.substitution == nil && track.lastArrival(at: 9_000_000_000) == 9_000_000_000)
        track.finishSending(at: 9_000_000_000)
        track.update(at: 9_100_000_000, timeout: 250_000_000, limit: 2_000_000_000)
        #expect(track.substitution == nil)
        track.update(at: 11_100_000_000, timeout: 250_000_000, limit: 2_000_000_000)
        #expect(track.substitution == .stall)
    }

    // Network sources deliver media that was sent some time ago.
    @Test(arguments: ["-300ms", "-2s"])
    func delayedSourceReturns(shift: String) async throws {
        for faults in [["jump \(shift) at 0s", "disappear 3s at 5s"], ["disappear 3s at 5s", "jump \(shift) at 6s"]] {
            let outcome = try await Self.downstreamLimit(.video, faults, seconds: 20)
            #expect(outcome.problems.map(\.code) == ["source-lost", "source-returned"], "\(faults)")
            let frames = outcome.messages.compactMap(\.payload)
            #expect(frames.count { $0.presentationTime > .seconds(12) } > 100, "\(faults)")
            let ticks = frames.map(\.presentationTicks)
            #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0 < $1 })
        }
    }
}
