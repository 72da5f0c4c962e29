import Foundation
import Media
import OutsidePrograms
import StageKit
import SystemTime
import Testing

@testable import GStreamerStages

@Suite struct CaptureLaunchTests {
    private static let raw = """
        videotestsrc num-buffers=30 ! video/x-raw,width=64,height=48,framerate=30/1 ! identity \
        audiotestsrc num-buffers=40 samplesperbuffer=1024 ! audio/x-raw,rate=48000 ! identity
        """
    private static let coded = """
        videotestsrc num-buffers=30 ! video/x-raw,format=I420,width=64,height=48,framerate=30/1 ! x264enc bframes=0 \
        audiotestsrc num-buffers=40 samplesperbuffer=1024 ! audio/x-raw,rate=48000,format=F32LE,channels=2 ! avenc_aac
        """

    private func options(_ launch: String) -> LaunchOptions {
        var options = LaunchOptions()
        options.launch = LaunchDescription(launch)
        options.isLive = false
        return options
    }

    @Test(arguments: [raw, coded])
    func everyOpenPadIsATrackOfFrames(launch: String) async throws {
        let collector = Collector<Frame>()
        try await CaptureLaunch(options: options(launch)).run(output: collector, context: .alone())
        #expect(Set(collector.tracks.map(\.mediaType)) == [.video, .audio])
        #expect(collector.endedTracks.count == 2)
        let video = try #require(collector.tracks.first { $0.mediaType == .video })
        #expect(collector.payloads(of: video.id).count == 30)
    }

    /// Damage in a captured stream is a warning, and capture continues.
    @Test func damageOfACapturedStreamIsAWarning() async throws {
        let folder = try TestFolder()
        var data = try Data(contentsOf: URL(filePath: GStreamerTestMovies.make(folder, "movie.ts")))
        let middle = data.count / 2
        data.replaceSubrange(middle..<middle + 50_001, with: [UInt8](repeating: 0xa5, count: 50_001))
        try data.write(to: folder.url("damaged.ts"))
        let (collector, reports) = (Collector<Frame>(), Reports())
        try await CaptureLaunch(options: options("filesrc location=\(folder.path("damaged.ts"))"))
            .run(output: collector, context: .alone(reports: reports))
        #expect(collector.endedTracks.count == 2)
        let damage = reports.problems.filter { $0.code.hasPrefix("damaged-") }
        #expect(!damage.isEmpty && damage.allSatisfy { $0.severity == .warning }, "\(reports.problems)")
    }

    @Test func encodedStreamsArePassedThrough() async throws {
        let collector = Collector<Sample>()
        try await CaptureCodedLaunch(options: options(Self.coded)).run(output: collector, context: .alone())
        let video = try #require(collector.tracks.first { $0.mediaType == .video })
        let audio = try #require(collector.tracks.first { $0.mediaType == .audio })
        #expect(collector.payloads(of: video.id).count == 30)
        #expect(collector.payloads(of: video.id).first?.isSync == true)
        #expect(collector.payloads(of: audio.id).count >= 40)
    }

    @Test func containerIsDemultiplexed() async throws {
        let launch = """
            mpegtsmux name=mux ! identity videotestsrc num-buffers=30 ! video/x-raw,format=I420 ! x264enc bframes=0 ! mux. \
            audiotestsrc num-buffers=40 ! avenc_aac ! mux.
            """
        let collector = Collector<Sample>()
        try await CaptureCodedLaunch(options: options(launch)).run(output: collector, context: .alone())
        #expect(Set(collector.tracks.map(\.mediaType)) == [.video, .audio])
    }

    @Test func unselectedStreamsAreDropped() async throws {
        var options = options(Self.raw)
        options.tracks = .audio
        let collector = Collector<Frame>()
        try await CaptureLaunch(options: options).run(output: collector, context: .alone())
        #expect(collector.tracks.map(\.mediaType) == [.audio])
    }

    @Test func anElementThatIsMissingNamesItsPackage() async throws {
        let error = await #expect(throws: StageError.self) {
            try await CaptureLaunch(options: options("wpesrc location=about:blank ! identity")).run(
                output: Collector(), context: .alone())
        }
        #expect(error?.code == .missingElement)
        #expect(error?.message.contains("gstreamer1.0-wpe") == true)
    }

    @Test(arguments: ["videotestsrc !", "videotestsrc no-such-property=1 ! identity", "((", "videotestsrc ! fakesink"])
    func nonSourceElementsAreDistinguished(launch: String) async throws {
        let error = await #expect(throws: StageError.self) {
            try await CaptureLaunch(options: options(launch)).run(output: Collector(), context: .alone())
        }
        #expect([.invalidOptions, .noUsableTrack].contains(error?.code), "\(String(describing: error))")
    }

    @Test func unsupportedStreamsAreLeftOut() async throws {
        let law = "audiotestsrc num-buffers=9 ! audio/x-raw,rate=8000,channels=1 ! mulawenc ! identity"
        let video = "videotestsrc num-buffers=9 ! video/x-raw,width=64,height=48 ! vp8enc deadline=1 ! identity"
        let (collector, reports) = (Collector<Sample>(), Reports())
        try await CaptureCodedLaunch(options: options("\(law) \(video)"))
            .run(output: collector, context: .alone(reports: reports))
        #expect(collector.tracks.map(\.mediaType) == [.video] && collector.payloads.count == 9)
        let warning = try #require(reports.problems.first { $0.code == "track-left-out" })
        #expect(warning.severity == .warning && warning.message.contains("Mu-Law"), "\(warning.message)")
        #expect(warning.message.contains("exclude it with 'tracks'"))
        let error = await #expect(throws: StageError.self) {
            try await CaptureCodedLaunch(options: options(law)).run(output: Collector(), context: .alone())
        }
        #expect(error?.code == .noUsableTrack)
        #expect(error?.message.contains("has no supported stream; found Mu-Law") == true, "\(error?.message ?? "")")
    }

    @Test(
        arguments: [
            ("audiotestsrc num-buffers=60 ! audio/x-raw,rate=48000,channels=2 ! avenc_ac3", "ac-3"),
            ("audiotestsrc num-buffers=60 ! audio/x-raw,rate=48000,channels=2 ! avenc_eac3", "ec-3"),
            ("audiotestsrc num-buffers=60 ! audio/x-raw,rate=48000,channels=2 ! lamemp3enc", "mp4a"),
            ("audiotestsrc num-buffers=60 ! audio/x-raw,rate=48000,channels=2 ! opusenc", "Opus"),
            ("videotestsrc num-buffers=9 ! video/x-raw,width=64,height=48 ! vp8enc deadline=1", "vp08"),
            ("videotestsrc num-buffers=9 ! video/x-raw,width=64,height=48 ! vp9enc deadline=1", "vp09"),
        ])
    func codecsOfSegmentsAreCaptured(launch: String, entry: String) async throws {
        let collector = Collector<Sample>()
        try await CaptureCodedLaunch(options: options(launch + " ! identity")).run(output: collector, context: .alone())
        let track = try #require(collector.tracks.first)
        let configuration =
            switch track.format {
            case .codedAudio(let format): format.configuration
            case .codedVideo(let format): format.configuration
            default: CodecConfiguration?.none
            }
        #expect(configuration?.sampleEntryCode.description == entry && collector.payloads.count >= 9)
    }

    /// Transport streams do not state the layer of MPEG audio.
    @Test func layerThatIsNotCarriedIsNamed() async throws {
        var options = options(
            "audiotestsrc is-live=true num-buffers=60 ! audio/x-raw,rate=48000,channels=2 ! avenc_mp2 "
                + "! capssetter join=false replace=true caps=audio/mpeg,mpegversion=1 ! identity")
        options.isLive = true
        let error = await #expect(throws: StageError.self) {
            try await CaptureCodedLaunch(options: options).run(output: Collector(), context: .alone())
        }
        #expect(error?.message.hasPrefix("MPEG audio of layer 2, which segments do not carry") == true, "\(error!)")
    }

    @Test func liveStreamWithoutADecoderIsLeftOut() async throws {
        let reports = Reports()
        let context = StageContext.alone(reports: reports)
        let (tracks, collector) = (CaptureTracks(context, length: .milliseconds(200)), Collector<Frame>())
        let input = LaunchInput<Frame>(
            description: """
                audiotestsrc is-live=true num-buffers=60 ! audio/x-raw,rate=8000,channels=1 ! mulawenc \
                ! capssetter join=false replace=true caps=audio/x-nothing ! identity \
                videotestsrc is-live=true num-buffers=40 ! video/x-raw,width=64,height=48 ! identity
                """,
            isLive: true, treatment: CaptureLaunch.treatment(.all, .alone()))
        try await input.deliver(to: collector, tracks: tracks, context: context)
        #expect(collector.tracks.map(\.mediaType) == [.video] && !collector.payloads.isEmpty)
        let warnings = reports.problems.filter { $0.code == "track-left-out" }
        #expect(warnings.count == 1 && warnings[0].message.contains("audio/x-nothing"), "\(reports.problems)")
    }

    /// The video has a format and no frames.
    @Test func liveTracksStartWithoutOneThatDoesNot() async throws {
        let reports = Reports()
        let context = StageContext.alone(reports: reports)
        let (tracks, collector) = (CaptureTracks(context, length: .milliseconds(200)), Collector<Frame>())
        var limits = ElementTimeouts.device
        limits.lateTracks = .milliseconds(200)
        let input = LaunchInput<Frame>(
            description: """
                audiotestsrc is-live=true num-buffers=60 ! audio/x-raw,rate=48000 ! identity \
                videotestsrc is-live=true num-buffers=40 ! video/x-raw,width=64,height=48 ! identity drop-probability=1
                """,
            isLive: true, treatment: CaptureLaunch.treatment(.all, .alone()), limits: limits)
        try await input.deliver(to: collector, tracks: tracks, context: context)
        #expect(collector.tracks.map(\.mediaType) == [.audio] && !collector.payloads.isEmpty)
        #expect(reports.problems.map(\.code).contains("track-late"), "\(reports.problems)")
    }

    @Test func reopenedInputKeepsTracks() async throws {
        let context = StageContext.alone()
        let (tracks, collector) = (CaptureTracks(context), Collector<Frame>())
        let input = LaunchInput<Frame>(
            description: "audiotestsrc num-buffers=20 ! audio/x-raw,rate=48000 ! identity", isLive: false,
            treatment: CaptureLaunch.treatment(.all, .alone()))
        try await input.deliver(to: collector, tracks: tracks, context: context)
        let count = collector.payloads.count
        try await input.deliver(to: collector, tracks: tracks, context: context)
        let ids = Set(collector.tracks.map(\.id))
        #expect(collector.tracks.count == 2 && ids.count == 1)
        let (first, second) = (collector.payloads[count - 1], collector.payloads[count])
        #expect(second.presentationTime > first.presentationTime || second.presentationTime > .zero)
    }

    @Test func durationCountsAcrossReopenings() async throws {
        let context = StageContext.alone()
        let (tracks, collector) = (CaptureTracks(context, length: .milliseconds(200)), Collector<Frame>())
        let input = LaunchInput<Frame>(
            description: "audiotestsrc is-live=true ! audio/x-raw,rate=48000 ! identity", isLive: true,
            treatment: CaptureLaunch.treatment(.all, .alone()))
        try await input.deliver(to: collector, tracks: tracks, context: context)
        #expect(tracks.isComplete)
    }

    // A server that closes its connection is indistinguishable from the end of a programme.
    @Test func endedLiveStreamIsReopenedUntilDuration() async throws {
        let reports = Reports()
        let context = StageContext(stageName: "in", reporter: { reports.add($0) })
        var options = options("audiotestsrc is-live=true num-buffers=10 ! audio/x-raw,rate=48000 ! identity")
        (options.isLive, options.duration) = (true, .milliseconds(1500))
        let collector = Collector<Frame>()
        try await CaptureLaunch(options: options).run(output: collector, context: context)
        #expect(reports.problems.map(\.code).prefix(2) == ["source-lost", "source-returned"])
        #expect(reports.problems.first?.message.hasPrefix("audiotestsrc has ended") == true)
        let end = try #require(collector.payloads.last)
        #expect(end.presentationTime + MediaTime(value: end.duration, timescale: end.timescale) >= .milliseconds(1500))
    }

    /// The input appears after the first failed attempt.
    @Test(arguments: [true, false]) func absentInputIsAwaited(isLive: Bool) async throws {
        let folder = try TestFolder()
        let movie = try GStreamerTestMovies.make(folder, "movie.ts")
        let late = folder.path("late.ts")
        let reports = Reports()
        let context = StageContext(
            stageName: "in",
            reporter: {
                reports.add($0)
                if $0.code == "source-awaited" { try? FileManager.default.moveItem(atPath: movie, toPath: late) }
            })
        var options = options("filesrc location=\(late)")
        (options.isLive, options.waitForSource, options.loss.policy) = (isLive, .seconds(30), .fail)
        let collector = Collector<Sample>()
        try await CaptureCodedLaunch(options: options).run(output: collector, context: context)
        #expect(reports.problems.first?.code == "source-awaited", "\(reports.problems)")
        #expect(!collector.payloads.isEmpty)
    }

    @Test func errorsThatWaitingDoesNotRemoveAreReportedAtOnce() async throws {
        var options = options("no-such-source location=x")
        (options.isLive, options.waitForSource) = (true, .seconds(3600))
        let error = await #expect(throws: StageError.self) {
            try await CaptureLaunch(options: options).run(output: Collector(), context: .alone())
        }
        #expect(error?.code == .missingElement)
    }

    /// A sender that is called is named by its URL, and the reason is its absence.
    @Test func listenerWithoutSenderEndsWithThatReason() async throws {
        let port = try SilentServer().freePort
        var options = options("srtsrc uri=srt://127.0.0.1:\(port)?mode=listener&passphrase=0123456789ab")
        (options.isLive, options.waitForSource) = (true, .seconds(1))
        let error = await #expect(throws: StageError.self) {
            try await CaptureCodedLaunch(options: options).run(output: Collector(), context: .alone())
        }
        #expect(
            error?.message.hasPrefix("no sender connected to srt://127.0.0.1:\(port) within 1 s") == true, "\(error!)")
    }

    /// librtmp waits for the handshake in a call that cannot be interrupted.
    @Test func stopDoesNotWaitForABlockedElement() async throws {
        let server = try SilentServer()
        let (reports, stop) = (Reports(), StopSignal())
        let context = StageContext(stageName: "in", stop: stop, reporter: { reports.add($0) })
        var limits = ElementTimeouts.device
        (limits.stopNotice, limits.promptStop) = (.milliseconds(100), .milliseconds(400))
        let input = LaunchInput<Sample>(
            description: "rtmpsrc location=rtmp://127.0.0.1:\(server.port)/app/stream", isLive: true,
            treatment: LaunchInput.Treatment(continues: { _ in true }, choose: { _ in .discard }), limits: limits)
        let start = SystemClock.now
        async let run: Void = input.deliver(to: Collector(), tracks: CaptureTracks(context), context: context)
        await server.accept()
        stop.raise()
        try await run
        #expect(SystemClock.now - start < .seconds(5))
        #expect(
            reports.problems.map(\.code).prefix(2) == ["source-stopping", "source-abandoned"], "\(reports.problems)")
        #expect(reports.problems.first?.message.contains("waiting for rtmpsrc") == true, "\(reports.problems)")
    }

    @Test(
        arguments: [
            ("rtsp://user:secret@camera:554/stream?token=1", "rtsp://camera:554/stream"),
            ("file:///srv/movie.ts", "/srv/movie.ts"), ("v4l2:///dev/video0", "/dev/video0"),
            ("rtmp://host/app/live playpath=x", "rtmp://host/app/live"), ("srt://:7001?mode=listener", "srt://:7001"),
            ("host:80", "host:80"),
        ])
    func sourceIsShownWithoutSecrets(text: String, shown: String) {
        #expect(LaunchSource.shown(text) == shown)
    }

    @Test func sourceIsNamedByItsAddress() {
        #expect(LaunchSource("tcpclientsrc host=10.0.0.1 port=9000 ! tsdemux").name == "10.0.0.1:9000")
        #expect(LaunchSource("rtspsrc location=rtsp://camera/stream").name == "rtsp://camera/stream")
        #expect(LaunchSource("udpsrc port=5004").listens)
        #expect(LaunchSource("videotestsrc ! identity").name == "videotestsrc")
    }

    // RTMP and MPEG-TS over TCP have such timestamps.
    @Test func liveStreamTimestampsAreMappedToClock() async throws {
        let context = StageContext.alone()
        let (tracks, collector) = (CaptureTracks(context, length: .milliseconds(300)), Collector<Frame>())
        let input = LaunchInput<Frame>(
            description:
                "audiotestsrc is-live=true timestamp-offset=7200000000000 ! audio/x-raw,rate=48000 ! identity",
            isLive: true, treatment: CaptureLaunch.treatment(.all, .alone()))
        try await input.deliver(to: collector, tracks: tracks, context: context)
        let first = try #require(collector.payloads.first)
        #expect(first.presentationTime >= .zero && first.presentationTime < .seconds(30))
    }
}
