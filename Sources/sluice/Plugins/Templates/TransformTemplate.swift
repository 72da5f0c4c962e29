extension RoleTemplate {
    /// A transform that keeps one of every N frames.
    static let transform = RoleTemplate(
        verb: "thin",
        stage: """
            import Media
            import StageKit

            /// Keeps one frame of each so many; a mark for an encoder moves to the next frame that is kept.
            struct NAMEStage: Transform {
                struct Options: StageOptions {
                    var keepEvery = 2

                    static var fields: [OptionField<Options>] {
                        [.option("keep-every", \\.keepEvery, in: 1...1000, "one frame is kept of each so many")]
                    }
                }

                static let kind = "KIND"
                static let abstract = "Keeps one frame of each so many and drops the others."
                static let mediaTypes: Set<MediaType> = [.video]

                private let keepEvery: Int
                private var index = 0
                private var owesSync = false

                init(options: Options) { keepEvery = options.keepEvery }

                mutating func receive(_ message: Message<Frame>, _ effects: inout Effects<Frame>) {
                    guard case .payload(var frame) = message else { return effects.emit(message: thinned(message)) }
                    defer { index = (index + 1) % keepEvery }
                    owesSync = owesSync || frame.mustBeSync
                    guard index == 0 else { return }
                    frame.duration *= Int64(keepEvery)
                    frame.mustBeSync = owesSync
                    owesSync = false
                    effects.emit(frame)
                }

                /// An announcement says the frame rate that is left; what else is no payload goes on as it is.
                private func thinned(_ message: Message<Frame>) -> Message<Frame> {
                    guard case .track(var track) = message, case .rawVideo(var format) = track.format,
                        let rate = format.nominalFrameRate
                    else { return message }
                    format.nominalFrameRate = Ratio(rate.numerator, rate.denominator * Int32(keepEvery))
                    track.format = .rawVideo(format)
                    return .track(track)
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
                @Test func itKeepsToWhatEveryStageKeepsTo() {
                    #expect(StageConformance.check(NAMEStage.self) == [])
                }

                @Test func oneFrameOfThreeIsKeptAndLastsThreeTimesAsLong() throws {
                    var options = NAMEStage.Options()
                    options.keepEvery = 3
                    var harness = try TransformHarness(NAMEStage.self, options: options)
                    let track = Track.scriptedVideo()
                    try harness.push(Message.script(track, Frame.scripted(track, count: 7)))
                    try harness.finish()
                    #expect(harness.payloads.map(\\.presentationTicks) == [0, 3, 6])
                    #expect(harness.payloads.map(\\.duration) == [3, 3, 3])
                }

                @Test func aKeyframeMarkOnADroppedFrameMovesToTheNextKeptOne() throws {
                    let track = Track.scriptedVideo()
                    var frames = Frame.scripted(track, count: 5)
                    frames[1].mustBeSync = true
                    var harness = try TransformHarness(NAMEStage.self)
                    try harness.push(Message.script(track, frames))
                    #expect(harness.payloads.map(\\.mustBeSync) == [false, true, false])
                }
            }

            """,
        pipeline: """
            pipeline: try-NAME
            about: Ten seconds of test pictures through KIND, as HLS.
            plugins: [./]

            stages:
              picture:
                use: test.video
                with: { duration: 10s, size: 640x360 }
              changed:
                use: KIND
                from: picture
                with: { keep-every: 2 }
            \(encoding(from: "changed"))
            """)

    /// Returns the stages from frames to files.
    static func encoding(from stage: String) -> String {
        """
          keyframes:
            use: keyframe.force
            from: \(stage)
            with: { interval: 2s }
          video:
            use: video.encode
            from: keyframes
            with: { codec: h264, bitrate: 1Mbps, look-ahead: 20 }
          segments:
            use: fmp4.segment
            from: video
            with: { interval: 2s }
          playlists:
            use: hls.playlist
            from: segments
            with: { type: vod }
          folder:
            use: file.folder
            from: playlists
            with: { path: Output/NAME }

        """
    }
}
