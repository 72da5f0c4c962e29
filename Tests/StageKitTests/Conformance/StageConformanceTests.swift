import Media
import StageKit
import Testing

@testable import StageTesting

/// Each rule reports a stage that breaks it, and no rule reports a correct stage.
@Suite struct ConformanceCheckTests {
    @Test(arguments: [
        (RuleViolation.none, nil), (.forgetsAnnouncement, "effect-order"), (.givesAfterEnd, "output-after-end"),
        (.goesBack, "time-order"), (.neverEnds, "track-end"), (.givesAfterFinish, "output-after-finish"),
        (.refusesSecondFinish, "finish-twice"), (.losesInBatches, "effect-order"),
        (.keepsWhenGivenUp, "cancellation"), (.keepsAll, "memory"),
    ])
    func transformViolationIsReported(breach: RuleViolation, rule: String?) {
        let violations = StageConformance.check(BrokenTransform.self, options: ViolationOptions(breach))
        #expect(violations.map(\.rule) == [rule].compactMap(\.self), "\(violations)")
    }

    @Test(arguments: [
        (RuleViolation.requestsAtEnd, "request-at-end"), (.resumesLate, "request-order"),
        (.requestsIndefiniteKeyframe, "request-value"), (.requestsNoGapInterval, "request-value"),
        (.releasesNothing, "request-value"), (.wakesAfterFinish, "wake-at-end"),
        (.wakesAtIndefiniteTime, "wake-time"), (.emitsUnannouncedAtWake, "effect-order"),
        (.reportsUnderSentence, "report"), (.measuresInfinity, "measurement"), (.misnamesMeasurement, "measurement"),
    ])
    func forbiddenEffectIsReported(breach: RuleViolation, rule: String) {
        let violations = StageConformance.check(BrokenTransform.self, options: ViolationOptions(breach), payloads: 500)
        #expect(violations.map(\.rule) == [rule], "\(violations)")
    }

    @Test func stageThatAssumesEvenSizesOrRowsWithoutPaddingIsReported() {
        let violations = StageConformance.check(HalfRows.self, payloads: 500)
        #expect(violations.map(\.rule) == ["frame-geometry"], "\(violations)")
        #expect(violations.first?.message.contains("I420 of 853x481") == true)
    }

    @Test(arguments: [
        (RuleViolation.none, nil), (.forgetsAnnouncement, "effect-order"), (.asksForEver, "finish-twice"),
        (.refusesNothing, "empty-run"), (.givesAfterFinish, "output-after-finish"),
        (.ignoresCancellation, "cancellation"), (.keepsAll, "memory"),
    ])
    func processorViolationIsReported(breach: RuleViolation, rule: String?) async {
        let trial = ConsumerTrial<Sample, Sample>(input: .samples([.video, .audio]), scope: scope(of: breach)) {
            inlet, outlet, context in
            let stage = BrokenProcessor(options: ViolationOptions(breach))
            return { try await stage.run(input: inlet, output: outlet, context: context) }
        }
        #expect(await trial.violations().map(\.rule) == [rule].compactMap(\.self))
    }

    @Test(arguments: [
        (RuleViolation.none, nil), (.keepsWhenGivenUp, "cancellation"), (.keepsAll, "memory"),
        (.requestsAtEnd, "request-at-end"), (.resumesLate, "request-order"),
    ])
    func sinkViolationIsReported(breach: RuleViolation, rule: String?) async {
        let trial = ConsumerTrial<Sample, Sample>(input: .samples([.video, .audio]), scope: scope(of: breach)) {
            inlet, _, context in
            let stage = BrokenSink(options: ViolationOptions(breach))
            return { try await stage.run(input: inlet, context: context) }
        }
        #expect(await trial.violations().map(\.rule) == [rule].compactMap(\.self))
    }

    @Test(arguments: [
        (RuleViolation.none, nil), (.forgetsAnnouncement, "effect-order"), (.refusesEarlyStop, "stop"),
        (.ignoresStop, "stop"), (.ignoresCancellation, "cancellation"), (.givesNothing, "trial"),
        (.keepsAll, "memory"),
    ])
    func sourceViolationIsReported(breach: RuleViolation, rule: String?) async {
        let trial = SourceTrial<BrokenSource>(options: { ViolationOptions(breach) }, scope: scope(of: breach))
        #expect(await trial.violations().map(\.rule) == [rule].compactMap(\.self))
    }

    @Test func missingRequiredOptionsAreReported() {
        let violations = StageConformance.check(RequiredOptionTransform.self)
        #expect(violations.map(\.rule) == ["default-options"])
        #expect(violations.first?.message.contains("pass options with 'path' to the check") == true)
        var options = RequiredOptionTransform.Options()
        options.path = "a, b"
        #expect(StageConformance.check(RequiredOptionTransform.self, options: options) == [])
    }

    @Test func equalTimesWithDifferentTimescalesConform() throws {
        #expect(StageConformance.checkDeclaration(TimedSource.self) == [])
    }

    @Test func optionsAreParsedLikePipelineFiles() throws {
        let options = try ViolationOptions(reading: ["breach": "keepsAll"])
        #expect(options.breach == .keepsAll)
        let unknown = #expect(throws: OptionProblem.self) { try ViolationOptions(reading: ["folt": "none"]) }
        #expect(unknown?.expected == "breach")
    }

    @Test func bytesInUseAreParsedFromAllocatorReport() throws {
        let report = """
            <malloc version="1"><heap nr="0"><total type="fast" count="1" size="9"/><total type="rest" count="1" size="9"/>
            <system type="current" size="9"/></heap>
            <total type="fast" count="2" size="100"/><total type="rest" count="3" size="2000"/>
            <total type="mmap" count="1" size="40000"/><system type="current" size="10000"/></malloc>
            """
        #expect(AllocatorStatistics.bytesInUse(in: report) == 10_000 - 100 - 2000 + 40_000)
        #expect(AllocatorStatistics.bytesInUse(in: "<malloc/>") == nil)
        let before = try #require(AllocatorStatistics.bytes)
        let block = UnsafeMutableRawPointer.allocate(byteCount: 64 << 20, alignment: 16)
        defer { block.deallocate() }
        #expect(try #require(AllocatorStatistics.bytes) - before > 60 << 20)
    }

    /// Returns a scope with a short timeout for stages that never end, and the default one for the others.
    private func scope(of breach: RuleViolation) -> TrialLimits {
        var scope = TrialLimits(payloads: 100_000, keeping: 0)
        let neverEnds: [RuleViolation] = [.ignoresCancellation, .ignoresStop, .keepsWhenGivenUp]
        if neverEnds.contains(breach) { scope.timeout = .milliseconds(300) }
        return scope
    }
}

private struct RequiredOptionTransform: Transform {
    struct Options: StageOptions {
        var path = ""
        init() {}
        static var fields: [OptionField<Options>] { [.required("path", \.path, "a file")] }
    }
    static let kind = "test.demanding"
    static let abstract = "Needs a path."
    init(options: Options) throws {
        if options.path.isEmpty { throw StageError(.invalidOptions, "'path' is empty") }
    }
    mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Sample>) {
        effects.emit(message: message)
    }
}

private struct TimedSource: Source {
    struct Options: StageOptions {
        var every = MediaTime.milliseconds(400)
        init() {}
        static var fields: [OptionField<Options>] { [.option("every", \.every, "how often")] }
    }
    static let kind = "test.timely"
    static let abstract = "Has a time."
    init(options: Options) {}
    func run(output: any Outlet<Sample>, context: StageContext) async throws {}
}
