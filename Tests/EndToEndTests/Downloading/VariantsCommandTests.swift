import Foundation
import Testing

/// The `sluice variants` command.
@Suite struct VariantsCommandTests {
    private static let master = """
        #EXTM3U
        #EXT-X-VERSION:10
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="stereo",NAME="English",LANGUAGE="en",DEFAULT=YES,CHANNELS="2",URI="en.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="atmos",NAME="English",LANGUAGE="en",DEFAULT=YES,CHANNELS="16/JOC",URI="joc.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=3000000,AVERAGE-BANDWIDTH=2500000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=30,AUDIO="stereo"
        sd.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=14520000,AVERAGE-BANDWIDTH=9000000,CODECS="hvc1.2.4.L150.B0,ec-3",RESOLUTION=3840x2160,FRAME-RATE=24,VIDEO-RANGE=PQ,AUDIO="atmos"
        hdr.m3u8

        """

    /// The parts of the JSON output that the tests examine.
    private struct Shown: Decodable {
        struct Variant: Decodable {
            var url: String
            var peakBitRate: Double
            var badges: [String]
        }

        struct Choice: Decodable {
            var variant: Int
            var preference: Int?
        }

        var variants: [Variant]
        var chosen: Choice
    }

    private func json(_ outcome: Outcome) throws -> Shown {
        try JSONDecoder().decode(Shown.self, from: Data(outcome.output.utf8))
    }

    @Test func fileIsPrintedAsATable() async throws {
        try await Scratch.use { scratch in
            let file = try scratch.write("master.m3u8", Self.master)
            let outcome = try await scratch.sluice("variants", file.path).succeeded()
            let lines = outcome.output.split(separator: "\n")
            let words = try #require(lines.first).split(separator: " ")
            #expect(words == ["#", "peak", "average", "size", "fps", "range", "codecs", "badges", "playlist"])
            let hdr = try #require(lines.first { $0.hasSuffix(" hdr.m3u8") })
            for text in ["14.52 Mbit/s", "9.00 Mbit/s", "3840x2160", "PQ", "Dolby Atmos", "4K"] {
                #expect(hdr.contains(text), "\(text) is not in \(hdr)")
            }
            #expect(lines.contains("audio 'stereo', of 1"))
            #expect(lines.contains("audio 'atmos', of 2"))
            #expect(lines.suffix(2) == ["chosen: 2, hdr.m3u8", "  no preference: the highest peak of all"])
            #expect(outcome.errors.isEmpty)
        }
    }

    @Test func remotePlaylistIsPrintedAsJSONWithAbsoluteURLs() async throws {
        try await Scratch.use { scratch in
            let origin = try await LoggingOrigin(in: scratch)
            defer { origin.end() }
            try Data(Self.master.utf8).write(to: origin.folder.appending(path: "master.m3u8"))
            let shown = try json(
                try await scratch.sluice("variants", "\(origin.base)/master.m3u8", "--json").succeeded())
            #expect(shown.variants.map(\.url) == ["\(origin.base)/sd.m3u8", "\(origin.base)/hdr.m3u8"])
            #expect(shown.variants.map(\.peakBitRate) == [3_000_000, 14_520_000])
            #expect(shown.variants[1].badges.contains("Dolby Atmos"))
            #expect(shown.chosen.variant == 1 && shown.chosen.preference == nil)
            // The media playlists are not requested.
            #expect(origin.requests == ["/master.m3u8": 1])
        }
    }

    @Test func preferencesDecideAndTheReasonIsPrinted() async throws {
        try await Scratch.use { scratch in
            let origin = try await LoggingOrigin(in: scratch)
            defer { origin.end() }
            try Data(Self.master.utf8).write(to: origin.folder.appending(path: "master.m3u8"))
            let arguments = [
                "variants", "\(origin.base)/master.m3u8", "--prefer", "peakBitRate < 1000", "--prefer",
                "videoAttributes.videoRange == SDR",
            ]
            let table = try await scratch.command(arguments).run().succeeded()
            #expect(table.output.contains("\nchosen: 1, sd.m3u8\n"))
            #expect(table.output.contains("preference 2 of 2; the only match\n"))
            let shown = try json(try await scratch.command(arguments + ["--json"]).run().succeeded())
            #expect(shown.chosen.variant == 0 && shown.chosen.preference == 1)
        }
    }

    @Test func malformedPredicateIsMarkedBeforeFetching() async throws {
        try await Scratch.use { scratch in
            let origin = try await LoggingOrigin(in: scratch)
            defer { origin.end() }
            let predicate = "peakBitRate < 'fast'"
            let outcome = try await scratch.sluice("variants", "\(origin.base)/master.m3u8", "--prefer", predicate)
            #expect(outcome.code == 64)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.contains("--prefer 1:1:"))
            let lines = outcome.errors.split(separator: "\n")
            let source = try #require(lines.firstIndex { $0.hasSuffix(predicate) })
            let marked = try #require(lines.indices.contains(source + 1) ? lines[source + 1] : nil)
            let caret = try #require(marked.firstIndex(of: "^"))
            let column = marked.distance(from: marked.startIndex, to: caret)
            let begin = lines[source].count - predicate.count
            // The error position is the string that is not a number.
            #expect(Array(predicate)[column - begin] == "'")
            #expect(origin.requests.isEmpty)
        }
    }

    @Test func mediaPlaylistAndMissingPlaylistAreFailures() async throws {
        try await Scratch.use { scratch in
            let file = try scratch.write("media.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\na.ts\n")
            let media = try await scratch.sluice("variants", file.path)
            #expect(media.code == 1)
            #expect(media.errors.contains("this is a media playlist; the multivariant playlist lists the variants"))
            let origin = try await LoggingOrigin(in: scratch)
            defer { origin.end() }
            let missing = try await scratch.sluice("variants", "\(origin.base)/none.m3u8")
            #expect(missing.code == 1)
            #expect(missing.errors.contains("404"))
        }
    }
}
