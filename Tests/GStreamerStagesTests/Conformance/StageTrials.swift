import OutsidePrograms
import PackagingStages
import GStreamerStages
import ReadingStages
import HTTPStages
import Media
import StageKit
import StageTesting

/// The conformance trial of each stage.
///
/// Stages that cost microseconds per payload get 100,000 payloads. Stages that create files or connections, or decode
/// or encode with GStreamer, get fewer, but enough to detect a retained payload: memory may grow by 4 MiB, and a frame
/// here has 3 KiB.
enum StageTrials {
    typealias Violation = StageConformance.Violation

    static let trials: [String: @Sendable () async throws -> [Violation]] = [
        "keyframe.force": { StageConformance.check(ForceKeyframes.self) },
        "track.label": {
            let options = try LabelTracks.Options(reading: ["tracks": "[{ type: video, language: en }]"])
            return StageConformance.check(LabelTracks.self, options: options)
        },
        "fmp4.segment": {
            let options = try SegmentFragmentedMP4.Options(reading: ["interval": "1s"])
            return StageConformance.check(SegmentFragmentedMP4.self, options: options)
        },
        // It renders its playlists for each segment: 10,000 segments are most of a day.
        "hls.playlist": {
            let options = try HLSPlaylist.Options(reading: ["type": "live", "window": "5"])
            return StageConformance.check(HLSPlaylist.self, options: options, payloads: 10_000)
        },
        "dash.manifest": {
            let options = try DASHManifest.Options(reading: ["type": "live"])
            let resources = try publishedResources()
            return StageConformance.check(
                DASHManifest.self, options: options, input: TrialInput { resources[$0] }, payloads: resources.count)
        },
        "hls.validate": { await StageConformance.check(ValidateHLS.self, payloads: 20_000) },
        "file.folder": {
            let folder = try TestFolder()
            let fresh = Counter()
            // Each resource is a file that is created and removed.
            return await StageConformance.check(
                StoreInFolder.self, options: folder.options("\(fresh.next())/published"), payloads: 20_000)
        },
        // Serves the resources that have not been removed.
        "http.origin": {
            let options = try ServeOrigin.Options(reading: ["listen": "127.0.0.1:0", "memory": "1MiB"])
            return await StageConformance.check(ServeOrigin.self, options: options, payloads: 20_000)
        },
        // No server listens there, which is the harder case: the queue must stay bounded.
        "http.push": {
            let options = try PushToStore.Options(reading: [
                "url": "http://127.0.0.1:9/live/", "memory": "1MiB", "disk": "1MiB", "drain": "100ms",
            ])
            return await StageConformance.check(PushToStore.self, options: options, payloads: 20_000)
        },
        // A movie has a table entry per sample, and each fragment has another one.
        "file.movie": {
            let folder = try TestFolder()
            let fresh = Counter()
            return await StageConformance.check(
                WriteMovie.self, options: folder.options("\(fresh.next()).mp4"), keeping: 64)
        },
        "mp4.read": {
            let options = try await ReadMovie.Options(reading: ["path": TestFiles.shared.longMovie])
            return await StageConformance.check(ReadMovie.self, options: options)
        },
        "ts.read": {
            let options = try await ReadTransport.Options(reading: ["path": TestFiles.shared.stream])
            return await StageConformance.check(ReadTransport.self, options: options, payloads: 5000)
        },
        "mkv.read": {
            let options = try await ReadMatroska.Options(reading: ["path": TestFiles.shared.matroska])
            return await StageConformance.check(ReadMatroska.self, options: options, payloads: 5000)
        },
        "text.read": {
            let options = try await ReadText.Options(reading: ["path": TestFiles.shared.subtitles])
            return await StageConformance.check(ReadText.self, options: options, payloads: 20_000)
        },
        "frame.convert": {
            let options = try FrameConvert.Options(reading: ["pixel-formats": "[NV12]", "sample-formats": "[F32LE]"])
            return StageConformance.check(FrameConvert.self, options: options)
        },
        "video.decode": {
            await StageConformance.check(VideoDecode.self, input: try await codedInput(.video), payloads: 6000)
        },
        "audio.decode": {
            await StageConformance.check(AudioDecode.self, input: try await codedInput(.audio), payloads: 6000)
        },
        "video.encode": {
            let options = try VideoEncode.Options(reading: ["preset": "ultrafast", "bitrate": "100kbps"])
            return await StageConformance.check(VideoEncode.self, options: options, payloads: 10_000)
        },
        "audio.encode": { await StageConformance.check(AudioEncode.self, payloads: 2000) },
        "image.thumbnails": { await StageConformance.check(MakeThumbnails.self) },
        "test.video": {
            let options = try TestVideo.Options(reading: ["size": "64x36", "time-code": "false", "pattern": "black"])
            return await StageConformance.check(TestVideo.self, options: options)
        },
        "test.audio": { await StageConformance.check(TestAudio.self) },
        "file.decode": {
            let options = try await FileDecode.Options(reading: ["path": TestFiles.shared.movie])
            return await StageConformance.check(FileDecode.self, options: options, payloads: 5000)
        },
        "file.read": {
            let options = try await FileRead.Options(reading: ["path": TestFiles.shared.movie])
            return await StageConformance.check(FileRead.self, options: options, payloads: 5000)
        },
        "hls.read": {
            let options = try await HLSInput.Options(reading: ["url": TestFiles.shared.presentation])
            return await StageConformance.check(ReadHLS.self, options: options, payloads: 5000)
        },
        "hls.decode": {
            let options = try await HLSInput.Options(reading: ["url": TestFiles.shared.presentation])
            return await StageConformance.check(DecodeHLS.self, options: options, payloads: 5000)
        },
        "capture.launch": {
            let options = try LaunchOptions(reading: [
                "launch": "videotestsrc pattern=black ! video/x-raw,format=I420,width=64,height=36 ! identity",
                "live": "false",
            ])
            return await StageConformance.check(CaptureLaunch.self, options: options)
        },
        "capture.coded-launch": {
            let options = try LaunchOptions(reading: [
                "launch": "videotestsrc pattern=black ! video/x-raw,format=I420,width=64,height=36 "
                    + "! x264enc speed-preset=ultrafast tune=zerolatency key-int-max=30",
                "live": "false",
            ])
            return await StageConformance.check(CaptureCodedLaunch.self, options: options, payloads: 5000)
        },
        // These three stages need a camera or a microphone. They are tested on a kernel with virtual devices (`make
        // test-capture`); only their declarations are tested here.
        "capture.video": { StageConformance.checkDeclaration(CaptureVideo.self) },
        "capture.coded-video": { StageConformance.checkDeclaration(CaptureCodedVideo.self) },
        "capture.audio": { StageConformance.checkDeclaration(CaptureAudio.self) },
    ]

    /// Decodable samples of one track, repeated at later times.
    private static func codedInput(_ type: MediaType) async throws -> TrialInput<Sample> {
        let messages =
            type == .video
            ? try await DecodeStagesTests.coded(try await testFrames(rate: Ratio(30), duration: .seconds(10)))
            : try await AudioEncodeTests.encode(try await AudioEncodeTests.audio(duration: .seconds(10))).messages
        guard case .track(let track)? = messages.first else { throw StageError(.noUsableTrack, "nothing was encoded") }
        // Only audio and intra-coded pictures can be repeated at any place.
        let samples = messages.compactMap(\.payload).dropLast(type == .audio ? 2 : 0)
        let length = samples.reduce(0) { $0 + $1.duration }
        return TrialInput(tracks: [track]) { index in
            var sample = samples[index % samples.count]
            sample.decodeTicks += Int64(index / samples.count) * length
            return sample
        }
    }

    /// The resources that a live presentation publishes.
    private static func publishedResources() throws -> [Resource] {
        var playlists = try TransformHarness(
            HLSPlaylist.self, options: HLSPlaylist.Options(reading: ["type": "live", "window": "5"]))
        let segments = TrialInput.segments
        for index in 0..<3000 { try playlists.push(segments.payload(index)) }
        return playlists.payloads
    }
}

extension TestFolder {
    /// The options of a sink that writes to this folder.
    fileprivate func options<Options: StageOptions>(_ name: String) -> Options {
        // Both sinks have a `path` option.
        try! Options(reading: ["path": path(name)])
    }
}
