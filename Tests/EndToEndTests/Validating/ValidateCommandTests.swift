import Foundation
import Testing

/// The `sluice validate` command.
@Suite struct ValidateCommandTests {
    private static let movie = """
        #EXTM3U
        #EXT-X-VERSION:3
        #EXT-X-TARGETDURATION:6
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXTINF:6.0,
        a.ts
        #EXTINF:6.0,
        b.ts
        #EXT-X-ENDLIST

        """

    @Test func ruleReferenceIsUpToDate() async throws {
        try await Scratch.use { scratch in
            let generated = try await scratch.sluice("validate", "--rules", "--markdown").succeeded().output
            let page = Sluice.package.appending(path: "Sources/StageKit/StageKit.docc/ValidationRules.md")
            let committed = try String(contentsOf: page, encoding: .utf8)
            #expect(generated == committed, "the rule reference is stale: run 'make reference' and commit it")
        }
    }

    @Test func validPlaylistIsClean() async throws {
        try await Scratch.use { scratch in
            let file = try scratch.write("good.m3u8", Self.movie)
            let outcome = try await scratch.sluice("validate", "--segments", "0", file.path)
            #expect(outcome.code == 0 && outcome.output.hasSuffix("clean (profile apple)\n"), "\(outcome)")
        }
    }

    @Test func findingHasPlaceAndClause() async throws {
        try await Scratch.use { scratch in
            let text = Self.movie.replacing("6.0,\nb", with: "7.0,\nb").replacing("VERSION:3", with: "VERSION:2")
            let file = try scratch.write("bad.m3u8", text)
            let outcome = try await scratch.sluice("validate", file.path)
            #expect(outcome.code == 1)
            #expect(outcome.output.contains("bad.m3u8:2\n") && outcome.output.contains("bad.m3u8:7, segment 1\n"))
            #expect(outcome.output.contains("R7: ") && outcome.output.contains("RFC 8216bis 4.4.3.1"))
        }
    }

    @Test func missingSubjectIsAFailure() async throws {
        try await Scratch.use { scratch in
            for subject in ["nothing.m3u8", "ftp://example.com/a.m3u8", scratch.folder.path] {
                let outcome = try await scratch.sluice("validate", subject)
                #expect(outcome.code == 2 && outcome.errors.contains("error"), "\(outcome)")
            }
            #expect(try await scratch.sluice("validate", "a.m3u8", "--profile", "strict").code == 64)
        }
    }

    @Test func missingMediaPlaylistIsAFinding() async throws {
        try await Scratch.use { scratch in
            let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"mp4a.40.2\"\nnothing.m3u8\n"
            let file = try scratch.write("index.m3u8", text)
            let outcome = try await scratch.sluice("validate", "--profile", "rfc", file.path)
            #expect(outcome.code == 1 && outcome.output.contains("R111"), "\(outcome)")
            #expect(outcome.output.contains("expected the playlist 'nothing.m3u8'"), "\(outcome)")
        }
    }

    @Test func reportIsAvailableAsJSON() async throws {
        try await Scratch.use { scratch in
            let file = try scratch.write("bad.m3u8", Self.movie.replacing("6.0,", with: "9.0,"))
            let outcome = try await scratch.sluice("validate", "--json", "--segments", "0", file.path)
            let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
            let document = try #require(object as? [String: Any])
            #expect(document["clean"] as? Bool == false && document["schema"] as? Int == 1)
            let finding = try #require((document["findings"] as? [[String: Any]])?.first)
            #expect(finding["rule"] as? String == "R7" && finding["count"] as? Int == 2)
            #expect(finding["firstSegment"] as? Int == 0 && finding["lastSegment"] as? Int == 1)
            let playlist = try #require((document["playlists"] as? [[String: Any]])?.first)
            #expect((playlist["segments"] as? [[String: Any]])?.count == 2)
        }
    }

    @Test func reportsKeepTheirSchema() async throws {
        let schema = Sluice.package.appending(
            path: "Sources/StageKit/StageKit.docc/Resources/validation-report.schema.json")
        try await Scratch.use { scratch in
            let bad = try scratch.write("bad.m3u8", Self.movie.replacing("6.0,", with: "9.0,"))
            let presentation = try await Kind.encoded.presentation()
            _ = try scratch.write("page.ts", "<html></html>")
            let page = try scratch.write(
                "page.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6.0,\npage.ts\n#EXT-X-ENDLIST\n")
            var reports: [String] = []
            for subject in [bad, page, presentation.folder, presentation.multivariantURL] {
                let report = try await scratch.sluice("validate", "--json", subject.path).output
                reports.append(try scratch.write("report-\(reports.count).json", report).path)
            }
            // Values outside the schema are detected.
            let text = try String(contentsOfFile: reports[0], encoding: .utf8).replacing("\"clean\"", with: "\"clear\"")
            let wrong = try scratch.write("wrong.json", text).path
            let script = [Sluice.script("check-schema.py").path, schema.path]
            let held = try await scratch.run("python3", script + reports)
            #expect(held.code == 0 && held.output.isEmpty, "\(held)")
            #expect(try await scratch.run("python3", script + [wrong]).code == 1)
        }
    }

    @Test func remotePresentationIsLoadedCompletely() async throws {
        try await Scratch.use { scratch in
            let presentation = try await Kind.encoded.presentation()
            try await Origin.serve(presentation.folder, in: scratch) { address in
                let outcome = try await scratch.sluice("validate", address + "index.m3u8", "--profile", "rfc")
                #expect(outcome.code == 0, "\(outcome)")
                // A plain file server sends no caching and cross-origin headers.
                #expect(outcome.output.contains("R106") && outcome.output.contains("R108"))
                #expect(outcome.output.contains("video/playlist.m3u8: variant, "))
            }
        }
    }
}
