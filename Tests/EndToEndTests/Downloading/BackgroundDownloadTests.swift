import AVFoundationCompatibility
import Foundation
import Testing

/// A program with AVFoundation's names downloads real media, is killed, and continues in another process.
@Suite(.timeLimit(.minutes(5))) struct BackgroundDownloadTests {
    private static let identifier = "com.example.downloads"

    /// The session of the program, with its downloads in a folder.
    private static func session(
        in directory: String, _ delegate: DownloadEndDelegate
    ) -> AVAssetDownloadURLSession {
        AVAssetDownloadURLSession.downloadsDirectory = URL(filePath: directory)
        return AVAssetDownloadURLSession(
            configuration: URLSessionConfiguration.background(withIdentifier: identifier),
            assetDownloadDelegate: delegate, delegateQueue: nil)
    }

    /// The small variant with English and French audio, and English audio in lossless format.
    private static func configuration(_ url: String) async throws -> AVAssetDownloadConfiguration {
        let asset = AVURLAsset(url: try #require(URL(string: url)))
        let audible = try #require(try await asset.loadMediaSelectionGroup(for: .audible))
        let enAudioMS = try await asset.load(.preferredMediaSelection)
        let frAudioMS = try #require(enAudioMS.mutableCopy() as? AVMutableMediaSelection)
        frAudioMS.select(audible.options.first { $0.extendedLanguageTag == "fr" }, in: audible)

        let dwConfig = AVAssetDownloadConfiguration(asset: asset, title: "my-title")
        let varPref = NSPredicate(
            format: "peakBitRate < 2000000 && NOT (%d IN audioAttributes.formatIDs)",
            argumentArray: [kAudioFormatAppleLossless])
        dwConfig.primaryContentConfiguration.variantQualifiers = [AVAssetVariantQualifier(predicate: varPref)]
        dwConfig.primaryContentConfiguration.mediaSelections = [enAudioMS, frAudioMS]
        let auxVarPref = NSPredicate(
            format: "%d IN audioAttributes.formatIDs", argumentArray: [kAudioFormatAppleLossless])
        let auxContentConfig = AVAssetDownloadContentConfiguration()
        auxContentConfig.variantQualifiers = [AVAssetVariantQualifier(predicate: auxVarPref)]
        auxContentConfig.mediaSelections = [enAudioMS]
        dwConfig.auxiliaryContentConfigurations = [auxContentConfig]
        return dwConfig
    }

    @Test func killedProgramContinuesAndItsDownloadPlaysOffline() async throws {
        try await Scratch.use { scratch in
            let origin = try await LoggingOrigin(in: scratch, rate: 60_000)
            try await write(to: origin.folder, in: scratch)
            let downloads = scratch.file("downloads")
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [url = "\(origin.base)/master.m3u8" as String, path = downloads.path as String] in
                let delegate = DownloadEndDelegate(killsAtFirstMedia: true)
                let session = BackgroundDownloadTests.session(in: path, delegate)
                let configuration = try await BackgroundDownloadTests.configuration(url)
                let downloadTask = session.makeAssetDownloadTask(downloadConfiguration: configuration)
                downloadTask.resume()
                _ = await delegate.end()
            }
            let delegate = DownloadEndDelegate()
            let session = Self.session(in: downloads.path, delegate)
            let task = try #require(await session.allTasks.first as? AVAssetDownloadTask)
            let location = try await delegate.end().get()
            #expect(task.progress.isFinished)
            let names = Set(origin.requests.keys.compactMap { $0.split(separator: "/").first.map(String.init) })
            #expect(names == ["master.m3u8", "small", "en", "fr", "lossless"])
            origin.end()
            try await judge(location, of: origin.folder, in: scratch)
        }
    }

    /// Expects that a download without its server is complete and valid.
    private func judge(_ location: URL, of source: URL, in scratch: Scratch) async throws {
        let index = location.absoluteURL.appending(path: "index.m3u8")
        let before = try await ValidationDocument(source.appending(path: "master.m3u8"), profile: "rfc", in: scratch)
        let after = try await ValidationDocument(index, profile: "rfc", in: scratch)
        #expect(Set(after.must).isSubset(of: before.must), "\(after.text)")

        let streams = try await scratch.run(
            "ffprobe", ["-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", index.path]
        ).succeeded()
        let codecs = streams.output.split(separator: "\n").map { $0.filter { $0.isLetter || $0.isNumber } }
        #expect(Set(codecs) == ["h264", "aac", "alac"], "\(streams.output)")
        let frames = try await scratch.run(
            "ffprobe",
            [
                "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries", "stream=nb_read_frames",
                "-of", "csv=p=0", index.path,
            ]
        ).succeeded()
        #expect(frames.output.hasPrefix("150") && frames.errors.isEmpty, "\(frames)")

        let there = Set(try contents(of: source).values)
        for (name, data) in try contents(of: location.absoluteURL)
        where !name.hasSuffix(".m3u8") && !name.contains(".sluice") {
            #expect(there.contains(data), "\(name) differs from every file of the server")
        }
        let offline = try await AVURLAsset(url: location).load(.variants)
        #expect(offline.map { $0.audioAttributes?.formatIDs } == [[kAudioFormatMPEG4AAC], [kAudioFormatAppleLossless]])
    }

    /// Writes a presentation of six seconds with two videos, audio in two languages, and lossless audio.
    private func write(to folder: URL, in scratch: Scratch) async throws {
        func render(_ name: String, _ input: String, _ options: [String]) async throws {
            let target = folder.appending(path: name)
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
            _ = try await scratch.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", input] + options + [
                    "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4",
                    "-hls_segment_filename", target.path + "/%d.m4s", target.path + "/list.m3u8",
                ]
            ).succeeded()
        }
        let video = ["-c:v", "libx264", "-g", "50", "-sc_threshold", "0", "-pix_fmt", "yuv420p"]
        try await render("small", "testsrc2=size=320x180:rate=25:duration=6", video)
        try await render("large", "testsrc2=size=640x360:rate=25:duration=6", video)
        try await render("en", "sine=frequency=440:duration=6:sample_rate=48000", ["-c:a", "aac"])
        try await render("fr", "sine=frequency=880:duration=6:sample_rate=48000", ["-c:a", "aac"])
        try await render("lossless", "sine=frequency=440:duration=6:sample_rate=48000", ["-c:a", "alac"])
        let master = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="1",URI="en/list.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="French",LANGUAGE="fr",DEFAULT=NO,AUTOSELECT=YES,CHANNELS="1",URI="fr/list.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="alac",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="1",URI="lossless/list.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1900000,CODECS="avc1.64000d,mp4a.40.2",RESOLUTION=320x180,FRAME-RATE=25.000,AUDIO="aac"
            small/list.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=4000000,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=640x360,FRAME-RATE=25.000,AUDIO="aac"
            large/list.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=5000000,CODECS="avc1.64001e,alac",RESOLUTION=640x360,FRAME-RATE=25.000,AUDIO="alac"
            large/list.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=1950000,CODECS="avc1.64000d,alac",RESOLUTION=320x180,FRAME-RATE=25.000,AUDIO="alac"
            small/list.m3u8

            """
        try Data(master.utf8).write(to: folder.appending(path: "master.m3u8"))
    }
}
