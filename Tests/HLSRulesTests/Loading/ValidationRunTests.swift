import Foundation
import Glibc
import HLS
import HLSValidator
import Testing
import HLSRules

@Suite struct ValidationRunTests {
    /// Runs `body` with a temporary folder that contains these files.
    private static func folder(
        _ files: [String: String], _ body: (String) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-validation-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files {
            let url = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        try await body(folder.path)
    }

    private static func report(_ subject: String) async throws -> ValidationReport {
        var run = ValidationRun(subject: subject, profile: .apple)
        // The files that these playlists list do not exist.
        run.measuresMedia = false
        return try await run.report()
    }

    @Test func folderContainsPresentationsAndUnreferencedPlaylists() async throws {
        var files = ValidPresentations.movie.files
        files["other/alone.m3u8"] = ValidTexts.movie
        files["other/readme.txt"] = "text"
        try await Self.folder(files) { path in
            let report = try await Self.report(path)
            #expect(report.playlists.first?.kind == .multivariant)
            #expect(report.playlists.count == files.count - 1)
            #expect(report.playlists.last?.name == "\(path)/other/alone.m3u8" && report.playlists.last?.role == nil)
            #expect(report.isClean && report.findings.isEmpty && report.unchecked.isEmpty)
        }
    }

    @Test func missingPlaylistIsReported() async throws {
        var files = ValidPresentations.movie.files
        files["audio.m3u8"] = nil
        try await Self.folder(files) { path in
            let report = try await Self.report(path + "/index.m3u8")
            #expect(report.findings.map(\.rule) == ["R111"] && report.unchecked.isEmpty)
            #expect(report.findings.first?.place.file == "\(path)/index.m3u8")
            #expect(report.findings.first?.expected == "the playlist 'audio.m3u8'")
        }
    }

    @Test func pipesAndEmptyFilesAreReportedWithoutBlocking() async throws {
        var files = ValidPresentations.movie.files
        files["audio.m3u8"] = nil
        files["other/empty.m3u8"] = ""
        try await Self.folder(files) { path in
            for name in ["audio.m3u8", "other/pipe.m3u8"] { mkfifo("\(path)/\(name)", 0o600) }
            let report = try await Self.report(path)
            #expect(report.unchecked.map { $0.hasPrefix("audio.m3u8: ") } == [true, false])
            #expect(report.unchecked[1].hasPrefix("\(path)/other/empty.m3u8: "))
            #expect(report.playlists.count == files.count - 1)
            let document = String(decoding: try JSONEncoder().encode(ReportDocument(report)), as: UTF8.self)
            #expect(report.isClean && document.contains("\"clean\":false"))
        }
    }

    @Test func damagedPlaylistsAreReportedNextToValidOnes() async throws {
        var files = ValidPresentations.movie.files
        files["wide.m3u8"] = ValidTexts.movie.replacing("TARGETDURATION:6", with: "TARGETDURATION:six")
        try await Self.folder(files) { path in
            let report = try await Self.report(path)
            #expect(report.findings.map(\.rule) == ["R6"])
            #expect(report.findings.map(\.place.file) == ["wide.m3u8"])
        }
    }

    @Test func importedVariablesComeFromMultivariantPlaylist() async throws {
        let media = ValidTexts.movie.replacing("VERSION:6", with: "VERSION:8")
            .replacing("#EXT-X-MAP", with: "#EXT-X-DEFINE:IMPORT=\"where\"\n#EXT-X-MAP")
        let files = [
            "index.m3u8": """
            #EXTM3U
            #EXT-X-VERSION:8
            #EXT-X-DEFINE:NAME="where",VALUE="here"
            #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.64001f"
            a.m3u8

            """, "a.m3u8": media,
        ]
        try await Self.folder(files) { path in
            let whole = try await Self.report(path + "/index.m3u8")
            #expect(whole.findings.filter { $0.rule == "R17" } == [])
            let alone = try await Self.report(path + "/a.m3u8")
            #expect(alone.findings == [])
        }
        var without = files
        without["index.m3u8"] = files["index.m3u8"]?.replacing("NAME=\"where\"", with: "NAME=\"there\"")
        try await Self.folder(without) { path in
            let findings = try await Self.report(path + "/index.m3u8").findings.filter { $0.rule == "R17" }
            #expect(findings.map(\.place.file) == ["a.m3u8"])
        }
    }

    @Test func oversizedPlaylistIsReportedAsTruncated() async throws {
        let text = ValidTexts.movie + "# " + String(repeating: "x", count: 1 << 17) + "\n"
        try await Self.folder(["a.m3u8": text]) { path in
            let report = try await Self.report(path + "/a.m3u8")
            #expect(report.unchecked.count == 1)
        }
    }

    @Test func missingSubjectIsRejected() async throws {
        await #expect(throws: (any Error).self) { try await Self.report("/nothing/is/here") }
        try await Self.folder(["readme.txt": ""]) { path in
            await #expect(throws: (any Error).self) { try await Self.report(path) }
        }
    }
}
