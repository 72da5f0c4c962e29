import BuiltinStages
import GStreamerStages
import HLSStages
import HTTPStages
import Media
import StageKit
import StageTesting

/// How each stage is tried.
///
/// 100 000 payloads go through what costs microseconds for each. What is done anew for each, and what decodes or encodes
/// with GStreamer, gets fewer, and still so many that a payload kept would show: the memory in use may grow by 4 MiB, and
/// a frame here has 3 KiB.
enum TriedStages {
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
        // Its playlists are written anew for each segment: 10 000 are most of a day.
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
            let folder = try TemporaryFolder()
            let fresh = Counter()
            // Each is a file that is made and taken away.
            return await StageConformance.check(
                StoreInFolder.self, options: folder.options("\(fresh.next())/published"), payloads: 20_000)
        },
        // Serves what has not been taken away again.
        "http.origin": {
            let options = try ServeOrigin.Options(reading: ["listen": "127.0.0.1:0", "memory": "1MiB"])
            return await StageConformance.check(ServeOrigin.self, options: options, payloads: 20_000)
        },
        // Nobody listens there, which is the harder case: what waits has its bounds.
        "http.push": {
            let options = try PushToStore.Options(reading: [
                "url": "http://127.0.0.1:9/live/", "memory": "1MiB", "disk": "1MiB", "drain": "100ms",
            ])
            return await StageConformance.check(PushToStore.self, options: options, payloads: 20_000)
        },
        // The tables of a movie have an entry for each sample, and those of its fragments another.
        "file.movie": {
            let folder = try TemporaryFolder()
            let fresh = Counter()
            return await StageConformance.check(
                WriteMovie.self, options: folder.options("\(fresh.next()).mp4"), keeping: 64)
        },
        "mp4.read": {
            let options = try await ReadMovie.Options(reading: ["path": Material.shared.longMovie])
            return await StageConformance.check(ReadMovie.self, options: options)
        },
        "ts.read": {
            let options = try await ReadTransport.Options(reading: ["path": Material.shared.stream])
            return await StageConformance.check(ReadTransport.self, options: options, payloads: 5000)
        },
        "text.read": {
            let options = try await ReadText.Options(reading: ["path": Material.shared.subtitles])
            return await StageConformance.check(ReadText.self, options: options, payloads: 20_000)
        },
        "frame.convert": {
            let options = try FrameConvert.Options(reading: ["pixel-formats": "[NV12]", "sample-formats": "[F32LE]"])
            return StageConformance.check(FrameConvert.self, options: options)
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
            let options = try await FileDecode.Options(reading: ["path": Material.shared.movie])
            return await StageConformance.check(FileDecode.self, options: options, payloads: 5000)
        },
        "file.read": {
            let options = try await FileRead.Options(reading: ["path": Material.shared.movie])
            return await StageConformance.check(FileRead.self, options: options, payloads: 5000)
        },
        "hls.read": {
            let options = try await HLSInput.Options(reading: ["url": Material.shared.presentation])
            return await StageConformance.check(ReadHLS.self, options: options, payloads: 5000)
        },
        "hls.decode": {
            let options = try await HLSInput.Options(reading: ["url": Material.shared.presentation])
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
        // These three need a camera or a microphone. They are run on a kernel with virtual devices (`make test-capture`);
        // what can be seen without one is seen here.
        "capture.video": { StageConformance.checkDeclaration(CaptureVideo.self) },
        "capture.coded-video": { StageConformance.checkDeclaration(CaptureCodedVideo.self) },
        "capture.audio": { StageConformance.checkDeclaration(CaptureAudio.self) },
    ]

    /// What a live presentation publishes.
    private static func publishedResources() throws -> [Resource] {
        var playlists = try TransformHarness(
            HLSPlaylist.self, options: HLSPlaylist.Options(reading: ["type": "live", "window": "5"]))
        let segments = TrialInput.segments
        for index in 0..<3000 { try playlists.push(segments.payload(index)) }
        return playlists.payloads
    }
}

extension TemporaryFolder {
    /// The options of a sink that writes here.
    fileprivate func options<Options: StageOptions>(_ name: String) -> Options {
        // Both sinks have a path.
        try! Options(reading: ["path": path(name)])
    }
}
