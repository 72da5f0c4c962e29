import Foundation
import Media
import OnDemand
import ScriptedMedia
import StageKit
import Testing

@Suite struct SelectionTests {
    private static let audioRate: Int32 = 48_000

    /// Video of 30 frames per second with a sync sample every two seconds, and audio, in a range of seconds that becomes
    /// the whole.
    private func movie(_ range: Range<Int64>, of seconds: Int64 = 30) throws -> Data {
        let video = Script.video(frames: seconds * 30, rate: (30, 1), syncEvery: 60).withPictures
        let audio = Script.audio(packets: seconds * 48_000 / 1024, rate: Self.audioRate, priming: 0)
        return Data(try Script.write([part(range, of: video), part(range, of: audio)]).bytes)
    }

    private func part(_ range: Range<Int64>, of script: Script) -> Script {
        let scale = Int64(script.track.timescale)
        var script = script
        script.samples = script.samples.compactMap { sample in
            guard sample.decodeTicks >= range.lowerBound * scale, sample.decodeTicks < range.upperBound * scale else {
                return nil
            }
            var sample = sample
            sample.decodeTicks -= range.lowerBound * scale
            return sample
        }
        return script
    }

    private func text(_ presentation: MoviePresentation, _ path: String) throws -> String {
        let file = try #require(presentation[path], "\(path)")
        return String(decoding: try #require(presentation.bytes(of: file, in: 0..<file.count)).bytes, as: UTF8.self)
    }

    private func selection(_ text: String) throws -> PresentationSelection {
        try #require(PresentationSelection(text: text))
    }

    @Test func textIsCanonical() throws {
        for (fields, text) in [
            ([("start", "12.50"), ("end", "090")], "start=12.500;end=90"),
            ([("start", "0"), ("tracks", "all"), ("other", "x")], ""),
            ([("tracks", "video, audio:de"), ("end", "5")], "end=5;tracks=video,audio:de"),
        ] {
            let selection = try PresentationSelection(fields)
            #expect(selection.description == text)
            if !text.isEmpty { #expect(PresentationSelection(text: text) == selection) }
        }
        for fields in [
            [("start", "-1")], [("start", "1e3")], [("end", "0")], [("start", "5"), ("end", "5")],
            [("tracks", "smell")],
            [("start", "1"), ("start", "1")], [("end", "")], [("start", "1.2.3")], [("start", "9999999")],
        ] {
            #expect(throws: PresentationSelection.Problem.self) { try PresentationSelection(fields) }
        }
        for text in ["", "start", "start=1.50", "end=5;start=1", "start=1;start=1", "tracks=all"] {
            #expect(PresentationSelection(text: text) == nil, "\(text)")
        }
    }

    @Test func clipEqualsTheMovieOfItsSamples() async throws {
        try await withFolder { path in
            try movie(0..<30).write(to: URL(filePath: path + "/whole.mp4"))
            // From the sync sample before the start to the one after the end.
            try movie(6..<16).write(to: URL(filePath: path + "/part.mp4"))
            let served = try ServedLibrary(path)
            let clip = try #require(try await served.current("whole.mp4", selection("start=7.900;end=14.100")))
            let part = try #require(try await served.current("part.mp4"))
            let whole = try #require(try await served.current("whole.mp4"))
            #expect(clip.version != whole.version)
            #expect(clip.presentation.paths == part.presentation.paths)
            for name in clip.presentation.paths where name.hasSuffix(".m4s") || name.hasSuffix("playlist.m3u8") {
                let (file, other) = (try #require(clip.presentation[name]), try #require(part.presentation[name]))
                let bytes = try #require(clip.presentation.bytes(of: file, in: 0..<file.count)).bytes
                let expected = try #require(part.presentation.bytes(of: other, in: 0..<other.count)).bytes
                #expect(bytes == expected, "\(name)")
            }
            let entry = try #require(clip.presentation.entry("index.m3u8"))
            let text = String(
                decoding: try #require(clip.presentation.bytes(of: entry, in: 0..<entry.count)).bytes, as: UTF8.self)
            #expect(text.contains("\(clip.version);start=7.900;end=14.100/video/playlist.m3u8"))
            let beyond = try selection("start=40")
            await #expect(throws: StageError.self) { _ = try await served.current("whole.mp4", beyond) }
        }
    }

    @Test func tracksAreSelected() async throws {
        try await withFolder { path in
            try movie(0..<10).write(to: URL(filePath: path + "/whole.mp4"))
            let served = try ServedLibrary(path)
            let audio = try #require(try await served.current("whole.mp4", selection("tracks=audio")))
            #expect(audio.presentation.paths.allSatisfy { !$0.contains("video") })
            #expect(audio.presentation.renditionCount == 1)
            let french = try selection("tracks=audio:fr")
            await #expect(throws: StageError.self) { _ = try await served.current("whole.mp4", french) }
        }
    }

    @Test func sequenceContinuesItsTracks() async throws {
        try await withFolder { path in
            try movie(0..<30).write(to: URL(filePath: path + "/a.mp4"))
            var other = Script.video(frames: 300, rate: (25, 1), syncEvery: 50).withPictures
            other.track.timescale = 25
            try Data(try Script.write([other]).bytes).write(to: URL(filePath: path + "/b.mp4"))
            let files = [
                "same": "items: [{ file: a.mp4, start: 2s, end: 12s }, { file: a.mp4, start: 20s }]\ninterval: 4s\n",
                "other":
                    "items: [{ file: a.mp4, end: 10s }, { file: b.mp4 }, { file: a.mp4, end: 8s }]\ninterval: 4s\n",
            ]
            for (name, text) in files {
                try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name).presentation.yaml"))
            }
            let served = try ServedLibrary(path)
            for (name, duration, discontinuities) in [("same", 20.0, 0), ("other", 30.0, 2)] {
                let found = try #require(try await served.current(name)).presentation
                for rendition in ["video", "audio"] {
                    let playlist = try text(found, "\(rendition)/playlist.m3u8")
                    let total = playlist.matches(of: /#EXTINF:([\d.]+)/).reduce(0) { $0 + Double($1.1)! }
                    #expect(abs(total - duration) < 0.05, "\(name) \(rendition): \(playlist)")
                    #expect(
                        playlist.matches(of: /#EXT-X-DISCONTINUITY\n/).count == discontinuities, "\(name): \(playlist)")
                }
                // An MPD has one period, with one format.
                #expect((found["index.mpd"] == nil) == (discontinuities > 0))
                for path in found.paths {
                    let file = try #require(found[path])
                    #expect(found.bytes(of: file, in: 0..<file.count)?.count == file.count, "\(path)")
                }
            }
        }
    }
}
