import Foundation
import Media
import OnDemand
import Packaging
import ScriptedMedia
import StageKit
import StageTesting
import Testing

/// Fragmented movies that are presented while they are written.
@Suite struct RecordingTests {
    /// A recording that is written piece by piece.
    private struct Recorder {
        let path: String
        let pieces: [[UInt8]]
        let served: ServedLibrary

        init(_ folder: String) throws {
            path = folder + "/live.mp4"
            let video = Script.video(frames: 900, rate: (30, 1), syncEvery: 30).withPictures
            let audio = Script.audio(packets: 1400, rate: 48_000, priming: 0)
            pieces = try Script.run([video, audio], interval: .seconds(2)) { $0.packaging = .together }
                .map(\.data.bytes)
            var settings = PresentationSettings()
            settings.interval = .seconds(2)
            served = try ServedLibrary(folder, settings)
        }

        /// Writes bytes at a time of the server's clock.
        func write(_ bytes: [UInt8], after time: Duration = .seconds(3)) throws {
            served.clock.advance(by: time)
            if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            try file.seekToEnd()
            try file.write(contentsOf: bytes)
            try file.close()
            try setDate()
        }

        func setDate() throws {
            let date = Date(timeIntervalSince1970: Double(served.clock.wallTime.nanoseconds) / 1e9)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }

        func current() async throws -> MovieLibrary.Current {
            try #require(try await served.current("live.mp4"))
        }
    }

    private func text(_ presentation: MoviePresentation, _ path: String) throws -> String {
        let file = try #require(presentation[path] ?? presentation.entry(path), "\(path)")
        return String(decoding: try #require(presentation.bytes(of: file, in: 0..<file.count)).bytes, as: UTF8.self)
    }

    private func entries(_ playlist: String) -> [Substring] {
        playlist.split(separator: "\n").filter { $0.hasPrefix("#EXTINF") || !$0.hasPrefix("#") }
    }

    @Test func growingRecordingKeepsItsURLsAndListsCompleteSegments() async throws {
        try await withFolder { folder in
            let recorder = try Recorder(folder)
            try recorder.write(recorder.pieces[0..<4].flatMap(\.self))
            let first = try await recorder.current()
            var former = try text(first.presentation, "video/playlist.m3u8")
            #expect(former.contains("EXT-X-PLAYLIST-TYPE:EVENT") && !former.contains("ENDLIST"))
            #expect(former.contains("EXT-X-TARGETDURATION:4"))
            #expect(try text(first.presentation, "index.mpd").contains("type=\"dynamic\""))
            var files: [String: [UInt8]] = [:]
            for (index, piece) in recorder.pieces.enumerated().dropFirst(4) {
                // The recorder is interrupted inside a fragment.
                try recorder.write(Array(piece[..<(piece.count / 2)]))
                #expect(try text(try await recorder.current().presentation, "video/playlist.m3u8") == former)
                try recorder.write(Array(piece[(piece.count / 2)...]))
                let current = try await recorder.current()
                #expect(current.version == first.version)
                let playlist = try text(current.presentation, "video/playlist.m3u8")
                #expect(playlist.hasPrefix(former) && playlist.count > former.count, "piece \(index)")
                for path in current.presentation.paths where path.hasSuffix(".m4s") || path.hasSuffix("init.mp4") {
                    let file = try #require(current.presentation[path])
                    let bytes = try #require(current.presentation.bytes(of: file, in: 0..<file.count)).bytes
                    #expect(files.updateValue(bytes, forKey: path).map { $0 == bytes } ?? true, "\(path)")
                }
                former = playlist
            }
            // The files are those of the complete movie.
            let packaged = try await PackagedMovie(recorder.path, .interval(2))
            #expect(files.count > 20)
            for (path, bytes) in files where path.hasSuffix(".m4s") {
                #expect(packaged.files[path] == bytes, "\(path)")
            }
        }
    }

    @Test func recordingThatStopsBecomesVOD() async throws {
        try await withFolder { folder in
            let recorder = try Recorder(folder)
            try recorder.write(recorder.pieces[0..<6].flatMap(\.self))
            let first = try await recorder.current()
            // Killed inside a fragment.
            try recorder.write(Array(recorder.pieces[6].prefix(2000)))
            recorder.served.clock.advance(by: .seconds(31))
            let second = try await recorder.current()
            #expect(second.version != first.version)
            let ended = try text(second.presentation, "video/playlist.m3u8")
            #expect(ended.contains("#EXT-X-ENDLIST"))
            #expect(try text(second.presentation, "index.mpd").contains("type=\"static\""))
            // Players that have the former URLs reach the end as well.
            guard
                case .found(let former) = recorder.served.library.presentation(
                    of: PresentationRequest("live.mp4"), first.version)
            else { throw ServedLibrary.Busy() }
            let playlist = try text(former, "video/playlist.m3u8")
            #expect(playlist.contains("EXT-X-PLAYLIST-TYPE:EVENT") && playlist.contains("#EXT-X-ENDLIST"))
            #expect(entries(playlist).count == entries(ended).count)

            // A server that starts later presents the complete fragments.
            let later = try ServedLibrary(folder)
            later.clock.advance(by: .seconds(3600))
            let reopened = try #require(try await later.current("live.mp4"))
            #expect(reopened.presentation.problems.contains { $0.code == "interrupted-recording" })

            // Continued after its end, it has other URLs: its former last segment was shorter.
            try recorder.write(Array(recorder.pieces[6].dropFirst(2000)) + recorder.pieces[7])
            let third = try await recorder.current()
            #expect(third.version != first.version && third.version != second.version)
            #expect(try text(third.presentation, "video/playlist.m3u8").contains("EVENT"))
        }
    }

    @Test func truncatedReplacedAndDamagedRecordingsAreHandled() async throws {
        try await withFolder { folder in
            let recorder = try Recorder(folder)
            let start = Array(recorder.pieces[0..<5].joined())
            try recorder.write(start)
            let first = try await recorder.current()
            let count = entries(try text(first.presentation, "video/playlist.m3u8")).count

            // Truncated: what was listed cannot be served.
            #expect(truncate(recorder.path, off_t(recorder.pieces[0..<4].joined().count)) == 0)
            try recorder.write([])
            #expect(!first.presentation.isComplete)
            let second = try await recorder.current()
            #expect(entries(try text(second.presentation, "video/playlist.m3u8")).count < count)

            // Damaged behind its fragments: it ends there.
            try recorder.write(Array("no box at all".utf8))
            let third = try await recorder.current()
            #expect(try text(third.presentation, "video/playlist.m3u8").contains("#EXT-X-ENDLIST"))

            // Replaced by another recording.
            try Data(recorder.pieces[0] + recorder.pieces[2...5].joined()).write(
                to: URL(filePath: recorder.path), options: .atomic)
            recorder.served.clock.advance(by: .seconds(3))
            try recorder.setDate()
            let fourth = try await recorder.current()
            #expect(fourth.version != first.version)
            #expect(try text(fourth.presentation, "video/playlist.m3u8").contains("EVENT"))
        }
    }
}
