extension RoleTemplate {
    /// A transform that keeps one of every N frames.
    static let transform = RoleTemplate(
        verb: "thin",
        stage: """
            import Media
            import StageKit

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
                private var tracks: [Track.ID: Position] = [:]

                /// The position of a track in its current group of frames.
                private struct Position {
                    var index = 0
                    var owesSync = false
                }

                init(options: Options) {
                    keepEvery = options.keepEvery
                }

                mutating func receive(_ message: Message<Frame>, _ effects: inout Effects<Frame>) {
                    switch message {
                    case .track(let track):
                        effects.emit(message: .track(thinned(track)))
                    case .payload(let frame):
                        if let kept = keep(frame) { effects.emit(kept) }
                    case .gap:
                        effects.emit(message: message)
                    case .end(let id):
                        tracks[id] = nil
                        effects.emit(message: message)
                    }
                }

                /// Returns the frame with the duration of its whole group, or nil if the frame is dropped.
                private mutating func keep(_ frame: Frame) -> Frame? {
                    var position = tracks[frame.track, default: Position()]
                    defer { tracks[frame.track] = position }
                    let isKept = position.index == 0
                    position.index = (position.index + 1) % keepEvery
                    position.owesSync = position.owesSync || frame.mustBeSync
                    guard isKept else { return nil }

                    var kept = frame
                    kept.duration = Int64(clamping: Int128(frame.duration) * Int128(keepEvery))
                    kept.mustBeSync = position.owesSync
                    position.owesSync = false
                    return kept
                }

                /// Returns the track with the reduced frame rate.
                private func thinned(_ track: Track) -> Track {
                    guard case .rawVideo(var format) = track.format, let rate = format.nominalFrameRate else { return track }
                    let denominator = Int32(clamping: Int64(rate.denominator) * Int64(keepEvery))
                    format.nominalFrameRate = Ratio(rate.numerator, denominator)
                    var thinned = track
                    thinned.format = .rawVideo(format)
                    return thinned
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

                @Test func tracksAreCountedSeparately() throws {
                    let (first, second) = (Track.scriptedVideo(), Track.scriptedVideo(9))
                    var harness = try TransformHarness(NAMEStage.self)
                    for track in [first, second] { try harness.push([.track(track)]) }
                    for (one, other) in zip(Frame.scripted(first, count: 4), Frame.scripted(second, count: 4)) {
                        try harness.push([.payload(one), .payload(other)])
                    }
                    let ticks = [first, second].map { track in
                        harness.payloads.filter { $0.track == track.id }.map(\\.presentationTicks)
                    }
                    #expect(ticks == [[0, 2], [0, 2]])
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
            with: { codec: h264, bitrate: 1Mbit/s, look-ahead: 20 }
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
