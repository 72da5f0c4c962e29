import HLS
import Media
import ScriptedMedia
import StageKit
import Testing

@testable import HTTPStages

/// A delta update merged into an older playlist yields the whole playlist.
@Suite struct DeltaUpdateTests {
    private let script = ScriptedPlaylist(
        first: 100, last: 119, parts: 2, canSkipDateRanges: true, dateRanges: [101: ["early"], 118: ["late"]])

    /// Returns the playlist of a player that had `before` and receives `update`.
    private func merged(_ update: MediaPlaylist, onto before: MediaPlaylist) -> MediaPlaylist {
        var result = update
        let known = before.segments.dropFirst(update.mediaSequence - before.mediaSequence)
        result.segments.insert(contentsOf: known.prefix(update.skip?.count ?? 0), at: 0)
        result.skip = nil
        return result
    }

    @Test func segmentsBeforeSkipBoundaryAreOmitted() throws {
        let update = try #require(script.playlist.deltaUpdate())
        // 0.5 s of parts and six segments of 1 s are the shortest suffix of at least 6 s.
        #expect(update.skip?.count == 14)
        #expect(update.segments.first?.uri == "114.m4s")
        #expect(update.mediaSequence == 100)
    }

    @Test func deltaUpdateReconstructsPlaylist() throws {
        let before = script.playlist
        let now = script.next.next.next
        let update = try #require(now.playlist.deltaUpdate())
        guard case .media(let read) = try Playlist.parse(update.text).playlist else {
            Issue.record("the update is not a media playlist")
            return
        }
        var whole = merged(read, onto: before)
        // Date ranges of omitted segments precede the first remaining segment.
        let first = try #require(read.skip?.count)
        #expect(whole.dateRanges.map(\.id).sorted() == ["early", "early", "late"])
        whole.segments[first].dateRanges = []
        #expect(whole.segments.map(\.uri) == now.playlist.segments.map(\.uri))
        #expect(whole.upcoming?.parts == now.playlist.upcoming?.parts)
    }

    @Test func knownDateRangesMayBeOmitted() throws {
        var history = DateRangeHistory()
        var state = script
        state.dateRanges = [106: ["gone"], 110: ["early"], 126: ["late"]]
        history.add(state.playlist, boundary: .seconds(6))
        for number in 120..<130 {
            (state.first, state.last) = (number - 19, number)
            history.add(state.playlist, boundary: .seconds(6))
        }
        let update = try #require(state.playlist.deltaUpdate(skippingDateRangesOf: history))
        #expect(update.dateRanges.map(\.id) == ["late"])
        #expect(try #require(update.skip).removedDateRanges == ["gone"])
        #expect(update.minimumVersion == 10)
    }

    @Test func deltaUpdateContainsTheKeysAndSectionsInForce() throws {
        for seed in 1...200 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var (before, now) = (script, script)
            for _ in 0..<Int.random(in: 1...20, using: &random) { now = now.next }
            now.first += Int.random(in: 0...(now.last - script.last), using: &random)
            let entries = ProtectedEntries(100...160, using: &random)
            before.entries = entries
            now.entries = entries
            let (old, full) = (before.playlist, now.playlist)
            let update = try #require(full.deltaUpdate())
            let omitted = update.mediaSequence + (update.skip?.count ?? 0)
            // Clients that parse the update separately.
            let parsed = try read(update.text).segments
            #expect(parsed.map(\.force) == full.segments.suffix(parsed.count).map(\.force), "seed \(seed)")
            // Clients that join the lines.
            let lines = old.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let ends = lines.indices.filter { lines[$0].hasSuffix(".m4s") && !lines[$0].hasPrefix("#") }
            let known = lines[...ends[omitted - before.first - 1]]
            let tags = update.text.split(separator: "\n").drop { !$0.hasPrefix("#EXT-X-SKIP") }.dropFirst()
            let joined = try read((known + tags.map(String.init)).joined(separator: "\n") + "\n")
            let expected = full.segments.map(\.force)
            #expect(
                joined.segments.map(\.force).suffix(expected.count) == expected[...], "seed \(seed)\n\(update.text)")
            #expect(joined.upcoming?.parts == full.upcoming?.parts)
        }
    }

    private func read(_ text: String) throws -> MediaPlaylist {
        guard case .media(let playlist) = try Playlist.parse(text).playlist else {
            throw StageError(.damagedInput, "not a media playlist")
        }
        return playlist
    }

    @Test func shortPlaylistHasNoDeltaUpdate() {
        #expect(ScriptedPlaylist(last: 4).playlist.deltaUpdate() == nil)
        #expect(ScriptedPlaylist(last: 40, canSkipUntil: nil).playlist.deltaUpdate() == nil)
    }
}
