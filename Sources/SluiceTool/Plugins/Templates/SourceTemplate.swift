extension RoleTemplate {
    /// A source of video frames whose brightness rises and falls.
    static let source = RoleTemplate(
        verb: "fade",
        stage: """
            import Media
            import StageKit

            /// Generates grey frames that repeatedly fade from black to white.
            struct NAMEStage: Source {
                struct Options: StageOptions {
                    var size = PixelSize(width: 640, height: 360)
                    var rate = 25
                    var duration = MediaTime(value: 10, timescale: 1)

                    static var fields: [OptionField<Options>] {
                        [
                            .option("size", \\.size, "even width and height in pixels"),
                            .option("rate", \\.rate, in: 1...120, "frames per second"),
                            .option("duration", \\.duration, "media duration"),
                        ]
                    }
                }

                static let kind = "KIND"
                static let abstract = "Generates grey frames that repeatedly fade from black to white."

                private let options: Options

                init(options: Options) throws {
                    guard options.size.width % 2 == 0, options.size.height % 2 == 0 else {
                        throw StageError(.invalidOptions, "the width and height must be even, not \\(options.size)")
                    }
                    self.options = options
                }

                func run(output: any Outlet<Frame>, context: StageContext) async throws {
                    let format = RawVideoFormat(
                        pixelFormat: "GRAY8", size: options.size, nominalFrameRate: Ratio(Int32(options.rate)))
                    let track = Track(id: context.makeTrackID(), format: .rawVideo(format), timescale: Int32(options.rate))
                    try await output.send(.track(track))
                    for index in 0..<options.duration.ticks(at: track.timescale) where !context.stop.isRaised {
                        try await output.send(.payload(picture(Int(index), track)))
                    }
                    try await output.send(.end(track.id))
                }

                /// Returns the frame with an index. As in GStreamer's layout, row lengths are multiples of four bytes.
                func picture(_ index: Int, _ track: Track) -> Frame {
                    let grey = UInt8(index * 4 % 256)
                    let row = (options.size.width + 3) / 4 * 4
                    let bytes = ByteSlice(copying: [UInt8](repeating: grey, count: row * options.size.height))
                    return Frame(
                        track: track.id, timescale: track.timescale, presentationTicks: Int64(index), duration: 1,
                        content: FrameBytes(bytes, format: track.format))
                }
            }

            """,
        tests: """
            import Media
            import StageKit
            import StageTesting
            import Testing

            @testable import NAME

            @Suite struct NAMETests {
                @Test func conformsToStageContract() async {
                    var options = NAMEStage.Options()
                    options.size = PixelSize(width: 16, height: 16)
                    options.duration = MediaTime(value: 4000, timescale: 1)
                    #expect(await StageConformance.check(NAMEStage.self, options: options) == [])
                }

                @Test func emitsFramesForConfiguredDuration() async throws {
                    var options = NAMEStage.Options()
                    options.duration = MediaTime(value: 2, timescale: 1)
                    let outlet = CollectingOutlet<Frame>()
                    try await NAMEStage(options: options).run(output: outlet, context: StageContext(stageName: "fade"))
                    #expect(outlet.payloads.map(\\.presentationTicks) == Array(0..<50))
                    #expect(outlet.payloads.allSatisfy { $0.content.byteCount == 640 * 360 })
                    guard case .end = outlet.messages.last else { return #expect(Bool(false), "the track does not end") }
                }

                @Test func stopEndsOutput() async throws {
                    let stop = StopSignal()
                    stop.raise()
                    let outlet = CollectingOutlet<Frame>()
                    let context = StageContext(stageName: "fade", stop: stop)
                    try await NAMEStage(options: .init()).run(output: outlet, context: context)
                    #expect(outlet.payloads.isEmpty)
                }
            }

            """,
        pipeline: """
            pipeline: try-NAME
            about: Packages ten seconds of KIND as HLS.
            plugins: [./]

            stages:
              picture:
                use: KIND
            \(encoding(from: "picture"))
            """)
}
