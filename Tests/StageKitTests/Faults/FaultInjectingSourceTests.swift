import Media
import StageKit
import StageTesting
import Testing

@Suite struct FaultInjectingSourceTests {
    static func source(_ medium: FaultInjectingSource.Medium, _ faults: [String], _ seconds: Int64) throws
        -> FaultInjectingSource
    {
        var options = FaultInjectingSource.Options()
        options.medium = medium
        options.size = PixelSize(width: 16, height: 8)
        options.duration = .seconds(seconds)
        options.faults = try faults.map { try Fault(option: OptionNode($0)) }
        return try FaultInjectingSource(options: options)
    }

    let context = StageContext(stageName: "device", clock: VirtualClock(advancesOnSleep: true))

    @Test(arguments: [
        "stall 2s at 3s", "disappear 4s at 5s", "jump -300ms at 7s", "jump 1s at 0s", "size 320x180 at 9s",
        "rate 44100 at 1.5s", "drift -200ppm at 0s",
    ])
    func faultTextRoundTrips(text: String) throws {
        #expect(try Fault(option: OptionNode(text)).optionText == text)
    }

    @Test(arguments: [
        "", "stall", "stall 2s 3s now", "explode 1s at 2s", "drift 3 at 1s", "rate 5 at 1s", "size x at 1s",
    ])
    func invalidFaultIsRejected(text: String) {
        #expect(throws: OptionProblem.self) { try Fault(option: OptionNode(text)) }
    }

    @Test func deviceWithoutFaultsEmitsFramePerStep() async throws {
        let outlet = CollectingOutlet<Frame>()
        try await Self.source(.video, [], 4).run(output: outlet, context: context)
        #expect(outlet.payloads.map(\.presentationTicks) == (0..<100).map { $0 * 3600 })
        #expect(outlet.messages.count == 102)
    }

    @Test func stallLeavesGapWithoutError() async throws {
        let outlet = CollectingOutlet<Frame>()
        try await Self.source(.video, ["stall 2s at 1s"], 4).run(output: outlet, context: context)
        #expect(outlet.payloads.count == 50)
        #expect(outlet.payloads.allSatisfy { !(90_000..<270_000).contains($0.presentationTicks) })
    }

    @Test func disappearedDeviceFailsAndReopens() async throws {
        let source = try Self.source(.video, ["disappear 2s at 1s"], 4)
        let outlet = CollectingOutlet<Frame>()
        let id = Track.ID(rawValue: 7)
        for _ in 0..<2 {
            await #expect(throws: StageError.self) {
                try await source.deliver(to: outlet, track: id, context: context)
            }
        }
        #expect(outlet.payloads.count == 25)
        try await context.clock.sleep(until: MediaTime.seconds(3))
        try await source.deliver(to: outlet, track: id, context: context)
        #expect(outlet.payloads.count == 50)
        #expect(outlet.payloads[25].presentationTicks == 270_000)
    }

    @Test func jumpsShiftTimesAndFormatsChange() async throws {
        let outlet = CollectingOutlet<Frame>()
        try await Self.source(.video, ["jump 500ms at 1s", "size 32x16 at 2s"], 3)
            .run(output: outlet, context: context)
        #expect(outlet.payloads[24].presentationTicks == 24 * 3600)
        #expect(outlet.payloads[25].presentationTicks == 25 * 3600 + 45_000)
        #expect(outlet.payloads[49].content.byteCount == 16 * 8 * 3 / 2)
        #expect(outlet.payloads[50].content.byteCount == 32 * 16 * 3 / 2)
    }

    @Test func fastClockEmitsMoreAudio() async throws {
        let outlet = CollectingOutlet<Frame>()
        let source = try Self.source(.audio, ["drift 10000ppm at 0s"], 100)
        try await source.run(output: outlet, context: context)
        // 100 s on the device's clock are 99 s on the run's clock.
        #expect(abs(context.clock.mediaTime.seconds - 99.0) < 0.1)
        #expect(outlet.payloads.count == 4688)
    }

    @Test func declarationConforms() {
        var catalogue = StageCatalogue()
        catalogue.register(FaultInjectingSource.self)
        #expect(FaultInjectingSource.kind == "test.faulty")
    }
}
