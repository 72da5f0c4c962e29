import Foundation
import Media
import OutsidePrograms
import Testing

@testable import GStreamerStages

@Suite struct StreamTagsTests {
    @Test(arguments: [
        ("eng", "en"), ("en", "en"), ("ENG", "en"), ("ger", "de"), ("deu", "de"), ("jpn", "ja"), ("gsw", "gsw"),
        ("en-US", "en-US"), ("zh-Hant-TW", "zh-Hant-TW"),
    ])
    func languagesBecomeTheirShortestTag(code: String, tag: String) { #expect(StreamTags.tag(code) == tag) }

    @Test(arguments: [
        "", "und", "English", "e", "\u{fc}ng", "en US", "en\"\n#EXT", String(repeating: "en-", count: 40),
    ])
    func invalidLanguageIsNil(code: String) { #expect(StreamTags.tag(code) == nil) }

    @Test(arguments: ["mp4", "mkv", "ts", "mov"]) func fileLanguagesMatchTracks(container: String)
        async throws
    {
        let folder = try TestFolder()
        let path = try Self.twoLanguages(folder, container)
        let read = try await FileReadTests.read(path).tracks.filter { $0.mediaType == .audio }
        #expect(read.map(\.language) == ["de", "ja"])
        let decoded = try await FileDecodeTests.decode(path).tracks.filter { $0.mediaType == .audio }
        #expect(decoded.map(\.language) == ["de", "ja"])
        // GStreamer reports no track names for the other containers.
        if container == "mkv" {
            #expect(read.map(\.name) == [nil, "Commentary"] && decoded.map(\.name) == [nil, "Commentary"])
        }
    }

    @Test func aFileWithoutLanguagesHasNone() async throws {
        let folder = try TestFolder()
        let path = try GStreamerTestMovies.make(folder, "movie.mp4", seconds: 1)
        #expect(try await FileReadTests.read(path).tracks.allSatisfy { $0.language == nil && $0.name == nil })
    }

    private static func twoLanguages(_ folder: TestFolder, _ container: String) throws -> String {
        let path = folder.path("languages.\(container)")
        try command(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=2", "-f", "lavfi",
            "-i", "sine=duration=2", "-map", "0", "-map", "1", "-map", "1", "-metadata", "title=A movie",
            "-metadata:s:a:0", "language=ger", "-metadata:s:a:1", "language=jpn", "-metadata:s:a:1",
            "title=Commentary", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", path)
        return path
    }
}
