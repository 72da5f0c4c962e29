extension RoleTemplate {
    /// A transform that keeps one of every N frames.
    static let transform = RoleTemplate(
        verb: "thin",
        stage: """
            import Media
            import StageKit

            /// Keeps every Nth frame. A keyframe mark on a dropped frame moves to the next kept frame.
            struct NAMEStage: Transform {
                struct Options: StageOptions {
                    var keepEvery = 2

                    static var fields: [OptionField<Options>] {
                        [.option("keep-every", \\.keepEvery, in: 1...1000, "interval of the kept frames")]
                    }
                }

                static let kind = "KIND"
                static let abstract = "Keeps every Nth frame and drops the others."
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

                /// Returns an announcement with the reduced frame rate; other messages are unchanged.
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
                @Test func conformsToStageContract() {
                    #expect(StageConformance.check(NAMEStage.self) == [])
                }

                @Test func everyThirdFrameIsKeptWithTripleDuration() throws {
                    var options = NAMEStage.Options()
                    options.keepEvery = 3
                    var harness = try TransformHarness(NAMEStage.self, options: options)
                    let track = Track.scriptedVideo()
                    try harness.push(Message.script(track, Frame.scripted(track, count: 7)))
                    try harness.finish()
                    #expect(harness.payloads.map(\\.presentationTicks) == [0, 3, 6])
                    #expect(harness.payloads.map(\\.duration) == [3, 3, 3])
                }

                @Test func keyframeMarkMovesToNextKeptFrame() throws {
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
            about: Sends ten seconds of test video through KIND and packages it as HLS.
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
