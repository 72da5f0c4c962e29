import Foundation
import Media
import OnDemand
import Packaging
import PackagingStages
import ScriptedMedia
import StageKit
import StageTesting
import SystemFiles
import Testing

@Suite struct LadderTests {
    /// Video of 30 frames per second with sync samples at these seconds.
    private func movie(
        seconds: Int64 = 40, syncEvery: Int64, audio: Bool = false, scale: (Int64, Int64) = (30, 1)
    ) throws -> Data {
        var scripts = [Script.video(frames: seconds * 30, rate: scale, syncEvery: syncEvery * 30).withPictures]
        if audio { scripts.append(.audio(packets: seconds * 48_000 / 1024, rate: 48_000, priming: 0)) }
        return Data(try Script.write(scripts).bytes)
    }

    private func open(_ path: String, _ names: [String], _ interval: MediaTime = .seconds(4)) throws
        -> MoviePresentation
    {
        let movies = try names.enumerated().map { index, name in
            var movie = PresentationInput.Movie(
                try MappedFile(path: "\(path)/\(name)", access: .random), name: name)
            if index > 0 { movie.tracks = .video }
            return movie
        }
        var options = MoviePresentationOptions()
        options.interval = interval
        return try PresentationPlanner.open(
            PresentationInput(name: "movie", movies: movies), options, PresentationLimits(), clock: VirtualClock())
    }

    /// The start of each segment of a rendition, in seconds.
    private func starts(_ presentation: MoviePresentation, _ rendition: String) throws -> [Double] {
        let file = try #require(presentation["\(rendition)/playlist.m3u8"])
        let data = try #require(presentation.bytes(of: file, in: 0..<file.count))
        let text = String(decoding: data.bytes, as: UTF8.self)
        var time = 0.0
        return text.matches(of: /#EXTINF:([\d.]+)/).map { match in
            defer { time += Double(match.1)! }
            return (time * 1000).rounded() / 1000
        }
    }

    @Test func alignedMoviesEqualThoseOfOnePipeline() async throws {
        try await withFolder { path in
            let names = ["high.mp4", "low.mp4"]
            for (name, hasAudio) in zip(names, [true, false]) {
                try movie(syncEvery: 2, audio: hasAudio).write(to: URL(filePath: "\(path)/\(name)"))
            }
            let presentation = try open(path, names)
            let packaged = try await PackagedMovie(names.map { "\(path)/\($0)" }, MoviePresentationOptions.interval(4))
            #expect(packaged.files.count > 20)
            #expect(differences(presentation, packaged).isEmpty)
        }
    }

    @Test func segmentsStartAtCommonSyncSamples() async throws {
        try await withFolder { path in
            try movie(syncEvery: 2, audio: true).write(to: URL(filePath: path + "/a.mp4"))
            try movie(syncEvery: 3).write(to: URL(filePath: path + "/b.mp4"))
            let presentation = try open(path, ["a.mp4", "b.mp4"])
            for rendition in ["video", "video-2"] {
                let found = try starts(presentation, rendition)
                #expect(found == [0, 6, 12, 18, 24, 30, 36], "\(rendition)")
            }
        }
    }

    @Test func moviesThatDoNotFitAreReported() async throws {
        try await withFolder { path in
            try movie(syncEvery: 2).write(to: URL(filePath: path + "/a.mp4"))
            try movie(syncEvery: 7).write(to: URL(filePath: path + "/b.mp4"))
            try movie(seconds: 30, syncEvery: 2).write(to: URL(filePath: path + "/c.mp4"))
            let texts = [
                "b.mp4": "'b.mp4' does not fit 'a.mp4': they have no common sync sample between 0.000 s and 14.000 s",
                "c.mp4": "'c.mp4' does not fit 'a.mp4': its video ends at 30.000 s, not at 40.000 s",
            ]
            for (other, text) in texts {
                let error = #expect(throws: StageError.self) { try open(path, ["a.mp4", other]) }
                #expect(
                    error?.code == .badTimestamps && error?.message.hasPrefix(text) == true,
                    "\(String(describing: error))")
            }
        }
    }

    @Test func namesAndPresentationFilesAreFound() async throws {
        try await withFolder { path in
            let high = try movie(syncEvery: 2, audio: true)
            for name in ["film-1080p.mp4", "film_480.mp4", "film-720.mp4", "film-trailer.mp4"] {
                try high.write(to: URL(filePath: "\(path)/\(name)"))
            }
            let cues = "WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n"
            try Data(cues.utf8).write(to: URL(filePath: path + "/film.en.vtt"))
            try FileManager.default.createDirectory(atPath: path + "/set", withIntermediateDirectories: true)
            let description = """
                renditions:
                  - { file: ../film-720.mp4, tracks: video }
                  - { file: ../film-1080p.mp4, tracks: audio, language: de, name: Deutsch, files: audio-de }
                subtitles:
                  - { file: ../film.en.vtt, language: en, name: English, files: text-en }
                interval: 2s
                """
            try Data(description.utf8).write(to: URL(filePath: path + "/set/presentation.yaml"))
            try Data("renditions: [{ file: absent.mp4, langauge: de }]\n".utf8)
                .write(to: URL(filePath: path + "/bad.presentation.yaml"))
            let served = try ServedLibrary(path)

            let ladder = try #require(try await served.current("film"))
            let folders = Set(ladder.presentation.paths.compactMap { $0.split(separator: "/").dropLast().first })
            #expect(folders == ["video-1080", "video-720", "video-480", "audio", "text-en"])
            let other = try await served.current("fil")
            #expect(other == nil)

            let set = try #require(try await served.current("set"))
            #expect(
                Set(set.presentation.paths.compactMap { $0.split(separator: "/").dropLast().first }) == [
                    "video", "audio-de", "text-en",
                ])
            let count = try starts(set.presentation, "video").count
            #expect(count == 20)
            let entry = try #require(set.presentation["index.m3u8"])
            let text = String(
                decoding: try #require(set.presentation.bytes(of: entry, in: 0..<entry.count)).bytes, as: UTF8.self)
            #expect(text.contains(#"LANGUAGE="de""#) && text.contains(#"NAME="Deutsch""#))
            var message = ""
            do {
                _ = try await served.current("bad")
            } catch {
                message = (error as? StageError)?.message ?? ""
            }
            #expect(
                message.contains("bad.presentation.yaml:1:34: error: 'renditions': unknown key 'langauge'"),
                "\(message)"
            )

            // A changed presentation file is another version.
            served.clock.advance(by: .seconds(3))
            try Data(description.replacing("2s", with: "4s").utf8)
                .write(to: URL(filePath: path + "/set/presentation.yaml"), options: .atomic)
            let changed = try #require(try await served.current("set"))
            #expect(changed.version != set.version)
            let changedCount = try starts(changed.presentation, "video").count
            #expect(changedCount == 10)
        }
    }
}

extension MoviePresentationOptions {
    static func interval(_ seconds: Int64) -> MoviePresentationOptions {
        var options = MoviePresentationOptions()
        options.interval = .seconds(seconds)
        return options
    }
}
