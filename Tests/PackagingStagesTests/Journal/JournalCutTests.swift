import PublicationJournal
import Foundation
import HLS
import Media
import StageKit
import StageTesting
import Testing

@testable import PackagingStages

/// Runs whose journal is truncated, damaged or missing, while all files that it described are still in the folder.
@Suite struct TruncatedJournalTests {
    /// A playlist stage with a real folder.
    private struct Run {
        var stage: HLSPlaylist
        let clock = VirtualClock()
        let store: FolderStore
        /// The files that were stored, without the restored ones.
        private(set) var stored: [String: [UInt8]] = [:]
        private(set) var restored: Set<String> = []

        init(_ folder: String) throws {
            var options = HLSPlaylist.Options()
            options.type = .live
            options.window = 4
            stage = try HLSPlaylist(options: options)
            var storing = StoreInFolder.Options()
            storing.path = folder
            store = try FolderStore(options: storing, clock: clock)
            for request in store.drainMessages().requests {
                var effects = Effects<Resource>(clock: clock)
                stage.receive(request, &effects)
                try carryOut(effects)
            }
        }

        mutating func send(_ segment: Segment) throws {
            var effects = Effects<Resource>(clock: clock)
            try stage.receive(.payload(segment), &effects)
            try carryOut(effects)
        }

        /// Sends segments of both renditions, filled with bytes unique to the run.
        mutating func send(segments: Int, filler: UInt8) throws {
            var renditions = [ScriptedSegments.video(), ScriptedSegments.audio()]
            for rendition in renditions { try send(rendition.initialization(filler: filler)) }
            for k in 0..<Int64(segments) {
                for index in renditions.indices {
                    var segment = renditions[index].next(at: .seconds(6 * k), lasting: .seconds(6))
                    segment.data = ByteRope([UInt8](repeating: filler, count: segment.data.count))
                    try send(segment)
                }
            }
        }

        private mutating func carryOut(_ effects: Effects<Resource>) throws {
            for case .payload(let resource) in effects.messages {
                if case .store(let data) = resource.action, resource.role != .record {
                    if resource.isRestored {
                        restored.insert(resource.path)
                    } else {
                        stored[resource.path] = data.bytes
                    }
                }
                try store.carryOut(resource)
            }
        }
    }

    private static let journal = ".sluice-journal"
    private static let playlists = ["video/playlist.m3u8", "audio/playlist.m3u8", "video/iframes.m3u8"]

    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "sluice-cut-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    /// Returns all files of a folder by path.
    private func contents(_ folder: String) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            contents[path] = FileManager.default.contents(atPath: "\(folder)/\(path)")
        }
        return contents
    }

    private func lay(_ contents: [String: Data], out folder: String) throws {
        try? FileManager.default.removeItem(atPath: folder)
        for (path, data) in contents {
            let url = URL(filePath: "\(folder)/\(path)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: url)
        }
    }

    private func playlist(_ data: Data?) throws -> MediaPlaylist {
        guard let data, case .media(let playlist) = try Playlist.parse([UInt8](data)).playlist else {
            throw StageError(.damagedInput, "no media playlist")
        }
        return playlist
    }

    /// Returns the files that an earlier run of this many segments left when it was killed.
    private func leftovers(in folder: String, segments: Int = 7) throws -> [String: Data] {
        do {
            var run = try Run(folder)
            try run.send(segments: segments, filler: 1)
        }
        do {
            // A second run, so that there is a discontinuity.
            var run = try Run(folder)
            try run.send(segments: 2, filler: 2)
        }
        return try contents(folder)
    }

    /// Runs again with this journal, nil for none, and compares the published playlists with the earlier ones.
    private func expectContinuation(_ before: [String: Data], _ journal: Data?, in folder: String, _ what: String)
        throws
    {
        var there = before
        there[Self.journal] = journal
        try lay(there, out: folder)
        var run = try Run(folder)
        try run.send(segments: 2, filler: 3)
        for (path, bytes) in run.stored where !path.hasSuffix(".m3u8") {
            let old = before[path].map { [UInt8]($0) }
            #expect(old == nil || old == bytes, "\(what): \(path) was published with different bytes")
        }
        let after = try contents(folder)
        for path in Self.playlists {
            let (old, new) = (try playlist(before[path]), try playlist(after[path]))
            #expect(new.mediaSequence >= old.mediaSequence, "\(what): \(path)")
            #expect(
                new.mediaSequence + new.segments.count > old.mediaSequence + old.segments.count, "\(what): \(path)")
            #expect(try #require(new.discontinuitySequence) >= old.discontinuitySequence ?? 0, "\(what): \(path)")
            // A number that was used before refers to the same segment.
            for (index, segment) in new.segments.enumerated() {
                let place = new.mediaSequence + index - old.mediaSequence
                guard old.segments.indices.contains(place) else { continue }
                #expect(segment.uri == old.segments[place].uri, "\(what): \(path)")
            }
            let folder = path.prefix { $0 != "/" }
            for segment in new.segments where !segment.isGap {
                for uri in [segment.uri, segment.initialization?.uri].compactMap({ $0 }) {
                    #expect(after["\(folder)/\(uri)"] != nil, "\(what): \(uri) is listed but missing")
                }
            }
        }
        // The renditions stay in step.
        let (video, audio) = (try playlist(after[Self.playlists[0]]), try playlist(after[Self.playlists[1]]))
        #expect(video.mediaSequence == audio.mediaSequence, "\(what)")
        #expect(video.discontinuitySequence == audio.discontinuitySequence, "\(what)")
        #expect(video.segments.map(\.isDiscontinuity) == audio.segments.map(\.isDiscontinuity), "\(what)")
    }

    /// Returns the offsets of all records, and the end.
    private func boundaries(_ journal: [UInt8]) -> [Int] {
        let mark = Array("rec\n".utf8)
        return journal.indices.filter { journal[$0...].starts(with: mark) } + [journal.count]
    }

    @Test func truncatedJournalReadsCompleteRecords() throws {
        try inFolder { folder in
            let bytes = [UInt8](try #require(try leftovers(in: folder, segments: 3)[Self.journal]))
            let boundaries = boundaries(bytes)
            var whole = Journal.read(Array(bytes[..<boundaries[0]])).journal
            var next = boundaries.dropFirst()
            for length in boundaries[0]...bytes.count {
                if length == next.first {
                    whole = Journal.read(Array(bytes[..<length])).journal
                    next = next.dropFirst()
                }
                let (journal, ending) = Journal.read(Array(bytes[..<length]))
                guard journal == whole else { return #expect(Bool(false), "\(length)") }
                switch ending {
                case .complete, .torn: break
                default: return #expect(Bool(false), "\(length): \(ending)")
                }
            }
        }
    }

    @Test func truncatedJournalNeverReusesNamesOrNumbers() throws {
        try inFolder { folder in
            let before = try leftovers(in: folder)
            let bytes = try #require(before[Self.journal])
            let boundaries = boundaries([UInt8](bytes))
            // A length between two boundaries is read like the first of them.
            let lengths = Set(0...24).union([100]).union(boundaries.flatMap { [$0, $0 + 1] })
            for length in lengths.sorted() where length <= bytes.count {
                try expectContinuation(before, bytes.prefix(length), in: folder, "cut to \(length) bytes")
            }
            try expectContinuation(before, nil, in: folder, "deleted")
        }
    }

    @Test func damagedJournalNeverResetsNumbers() throws {
        try inFolder { folder in
            let before = try leftovers(in: folder)
            var bytes = try #require(before[Self.journal])
            for offset in [0, 16, 30, bytes.count / 2, bytes.count - 200] {
                bytes[bytes.startIndex + offset] ^= 0x55
                try expectContinuation(before, bytes, in: folder, "byte \(offset)")
            }
        }
    }

    @Test func damagedJournalAloneSkipsAllPossibleNumbers() throws {
        try inFolder { folder in
            try lay([Self.journal: Data("sluice journal 1\nrec\nxxxx".utf8) + Data("rec\n".utf8)], out: folder)
            try lay([Self.journal: Data("no journal at all".utf8)], out: folder)
            var run = try Run(folder)
            try run.send(segments: 1, filler: 3)
            let playlist = try playlist(contents(folder)[Self.playlists[0]])
            #expect(playlist.mediaSequence > 10_000_000_000)
            #expect(try #require(playlist.discontinuitySequence) > 1_000_000_000)
        }
    }

    @Test func listedFilesAreRestoredToOtherSinks() throws {
        try inFolder { folder in
            let before = try leftovers(in: folder)
            var run = try Run(folder)
            try run.send(segments: 1, filler: 3)
            for path in Self.playlists.prefix(2) {
                let rendition = path.prefix { $0 != "/" }
                let new = try playlist(contents(folder)[path])
                let named = new.segments.map(\.uri) + new.segments.compactMap { $0.initialization?.uri }
                for name in Set(named) {
                    let path = "\(rendition)/\(name)"
                    #expect(run.restored.contains(path) || run.stored[path] != nil, "\(path)")
                    if run.restored.contains(path) { #expect(before[path] != nil) }
                }
            }
            #expect(run.restored.contains("video/init.mp4") && run.restored.count > 6)
        }
    }
}
