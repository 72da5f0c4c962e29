extension RoleTemplate {
    /// A processor that forwards frames and measures their rate.
    static let processor = RoleTemplate(
        verb: "measure",
        stage: """
            import Media
            import StageKit

            /// Forwards frames unchanged and measures their rate in frames per second of media.
            struct NAMEStage: Processor {
                struct Options: StageOptions {
                    var over = MediaTime(value: 1, timescale: 1)

                    static var fields: [OptionField<Options>] {
                        [.option("over", \\.over, "media duration per measurement")]
                    }
                }

                static let kind = "KIND"
                static let abstract = "Forwards frames and measures the frame rate."
                static let mediaTypes: Set<MediaType> = [.video]

                private let over: MediaTime

                init(options: Options) throws {
                    guard options.over > .zero else { throw StageError(.invalidOptions, "'over' must be positive") }
                    over = options.over
                }

                func run(input: any Inlet<Frame>, output: any Outlet<Frame>, context: StageContext) async throws {
                    var count = 0
                    var start: MediaTime?
                    while let messages = try await input.receive() {
                        for case .payload(let frame) in messages {
                            let first = start ?? frame.presentationTime
                            start = first
                            let passed = frame.presentationTime - first
                            if passed >= over {
                                context.measure("rate-fps", Double(count) / passed.seconds)
                                (count, start) = (0, frame.presentationTime)
                            }
                            count += 1
                        }
                        try await output.send(messages)
                    }
                }
            }

            """,
        tests: """
            import Media
            import StageKit
            import StageTesting
            import Synchronization
            import Testing

            @testable import NAME

            @Suite struct NAMETests {
                @Test func conformsToStageContract() async {
                    #expect(await StageConformance.check(NAMEStage.self) == [])
                }

                @Test func framesAreForwardedAndRateIsMeasured() async throws {
                    let track = Track.scriptedVideo(timescale: 30)
                    let messages = Message.script(track, Frame.scripted(track, count: 90))
                    let outlet = CollectingOutlet<Frame>()
                    let rates = Mutex<[Double]>([])
                    let context = StageContext(stageName: "rate", meter: { _, value in rates.withLock { $0.append(value) } })
                    try await NAMEStage(options: .init()).run(input: ScriptedInlet(messages), output: outlet, context: context)
                    #expect(outlet.payloads.map(\\.presentationTicks) == Array(0..<90))
                    #expect(rates.withLock { $0 } == [30, 30])
                }
            }

            """,
        pipeline: """
            pipeline: try-NAME
            about: Sends ten seconds of test video through KIND and packages it as HLS.
            plugins: [./]

            stages:
              picture:
                use: test.video
                with: { duration: 10s, size: 640x360 }
              measured:
                use: KIND
                from: picture
            \(encoding(from: "measured"))
            """)
}
