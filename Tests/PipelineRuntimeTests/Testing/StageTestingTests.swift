import Media

import StageTesting
import Testing

@testable import StageKit

@Suite struct StageTestingTests {
    @Test func harnessRecordsEffects() throws {
        var harness = TransformHarness(PassingTransform())
        let track = Track.scriptedVideo()
        try harness.push(Message.script(track, Sample.scripted(track, "IPB")))
        harness.request(.slowDown)
        try harness.finish()
        #expect(harness.payloads.map(\.flags) == [.sync, .predicted, .disposable])
        #expect(harness.messages.count == 5)
        #expect(harness.requests == [.slowDown])
        #expect(harness.problems.isEmpty)
    }

    @Test func effectsKeepTheirOrder() {
        var effects = Effects<Sample>(clock: VirtualClock())
        effects.request(.slowDown)
        for sample in Sample.scripted(.scriptedVideo(), count: 2) { effects.emit(sample) }
        effects.reportWarning("a", "b")
        effects.measure("loss-percent", 1)
        effects.scheduleWakeUp(after: .seconds(1))
        effects.emit(message: .end(Track.ID(rawValue: 1)))
        let names = effects.all.map { effect in
            switch effect {
            case .emit(.payload(let sample)): "sample \(sample.decodeTicks)"
            case .emit: "message"
            case .request: "request"
            case .report: "report"
            case .measure: "figure"
            case .wake: "wake"
            }
        }
        #expect(names == ["request", "sample 0", "sample 1", "report", "figure", "wake", "message"])
    }

    @Test func correctTransformConforms() { #expect(StageConformance.check(InterleavingTransform.self).isEmpty) }

    @Test func brokenTransformIsReported() {
        let rules = StageConformance.check(BadTransform.self).map(\.rule)
        #expect(rules == ["kind", "option-key", "option-round-trip", "pure-init", "empty-run"])
    }

    @Test func virtualClockWakesDueSleepers() async throws {
        let clock = VirtualClock()
        let order = Record<Int>()
        async let late: Void = {
            try await clock.sleep(until: .seconds(2))
            order.append(2)
        }()
        async let early: Void = {
            try await clock.sleep(until: .seconds(1))
            order.append(1)
        }()
        await eventually { clock.sleeperCount >= 2 }
        clock.advance(by: .seconds(1))
        try await early
        #expect(order.all == [1])
        clock.advance(by: .seconds(1))
        try await late
        #expect(order.all == [1, 2])
        #expect(clock.mediaTime == .seconds(2))
    }

    @Test(arguments: 0..<20)
    func virtualTimeWaitsForUnstartedTasks(turn: Int) async {
        let clock = VirtualClock()
        let times = Record<MediaTime>()
        clock.start {
            for _ in 0..<4 {
                try? await clock.sleep(for: .seconds(1))
                // Counted immediately, although it runs later.
                clock.start {
                    for _ in 0..<50 { await Task.yield() }
                    times.append(clock.mediaTime)
                    try? await clock.sleep(for: .milliseconds(1500))
                    times.append(clock.mediaTime)
                }
            }
        }
        await clock.advanceInTurn(by: .seconds(10))
        #expect(times.all.map(\.seconds) == [1, 2, 2.5, 3, 3.5, 4, 4.5, 5.5])
        #expect(clock.mediaTime == .seconds(10))
    }
}

/// A transform that breaks every rule.
private struct BadTransform: Transform {
    struct Options: StageOptions {
        var limit = 5
        init() {}
        static var fields: [OptionField<Options>] {
            [
                OptionField(
                    key: "Limit", help: "A limit.", valueForm: "number", defaultText: "5", isRequired: false,
                    limits: nil
                ) { _, options throws(OptionProblem) in options.limit = 6 }
            ]
        }
    }
    typealias Input = Sample
    typealias Output = Sample
    static let kind = "Bad"
    static let abstract = "Breaks every rule that can be broken."
    private static let made = Record<Int>()
    private let number: Int
    init(options: Options) {
        Self.made.append(0)
        number = Self.made.all.count
    }
    mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Sample>) {}
    mutating func finish(_ effects: inout Effects<Sample>) throws { throw StageError(.damagedInput, "nothing came") }
}
