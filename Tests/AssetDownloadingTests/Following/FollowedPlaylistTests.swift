import AssetDownloading
import HLS
import Media
import Testing

@Suite struct FollowedPlaylistTests {
    private func window(_ numbers: Range<Int>, isEnded: Bool = false) -> MediaPlaylist {
        MediaPlaylist(
            targetDuration: 2, mediaSequence: numbers.lowerBound, hasEndList: isEnded,
            segments: numbers.map { MediaSegment(uri: "\($0).ts", duration: .seconds(2)) })
    }

    private func update(_ playlist: MediaPlaylist, _ followed: inout FollowedPlaylist) -> Bool? {
        try? followed.update(playlist) { name, _ throws(AssetDownloadError) in "https://example.com/" + name }
    }

    @Test func livePlaylistEqualsTheServersWindow() {
        var followed = FollowedPlaylist()
        #expect(update(window(4..<7), &followed) == true)
        #expect(update(window(4..<7), &followed) == false)
        #expect(update(window(5..<8), &followed) == true)
        #expect(followed.local?.mediaSequence == 5)
        #expect(followed.local?.segments.map(\.uri) == (5..<8).map { "https://example.com/\($0).ts" })
        #expect(!followed.isEnded)
    }

    @Test func endedPlaylistBeginsAtTheFirstSegmentSeen() {
        var followed = FollowedPlaylist()
        for first in 4..<9 { _ = update(window(first..<first + 3), &followed) }
        #expect(update(window(9..<12, isEnded: true), &followed) == true)
        #expect(followed.isEnded)
        #expect(followed.local?.mediaSequence == 4)
        #expect(followed.local?.segments.map(\.uri) == (4..<12).map { "https://example.com/\($0).ts" })
    }

    @Test func oldSegmentsAreKeptAsDurations() {
        var followed = FollowedPlaylist()
        for first in 0..<5000 { _ = update(window(first..<first + 3), &followed) }
        _ = update(window(5000..<5003, isEnded: true), &followed)
        let segments = followed.local?.segments ?? []
        #expect(segments.count == 5003 && followed.local?.mediaSequence == 0)
        #expect(followed.local?.duration == .seconds(10_006))
        #expect(segments.filter { $0.uri.hasPrefix("https:") }.count < 2100)
        #expect(segments.suffix(1000).allSatisfy { $0.uri.hasPrefix("https:") })
    }

    @Test func missedSegmentDoesNotRenumberOthers() {
        var followed = FollowedPlaylist()
        _ = update(window(0..<3), &followed)
        _ = update(window(10..<13, isEnded: true), &followed)
        #expect(followed.local?.segments.count == 6)
        #expect((followed.local?.mediaSequence ?? 0) + 3 == 10)
    }

    @Test func urlsAreAbsoluteAndDeliveryTagsAreRemoved() throws {
        let text = """
            #EXTM3U
            #EXT-X-VERSION:9
            #EXT-X-TARGETDURATION:2
            #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3
            #EXT-X-PART-INF:PART-TARGET=1
            #EXT-X-DEFINE:NAME="host",VALUE="other"
            #EXT-X-KEY:METHOD=AES-128,URI="{$host}.key",IV=0x00
            #EXT-X-MAP:URI="init.mp4"
            #EXT-X-PART:DURATION=1,URI="part.mp4"
            #EXTINF:2,
            a.mp4
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="next.mp4"

            """
        guard case .media(let playlist) = try Playlist.parse(text).playlist else { return }
        var followed = FollowedPlaylist()
        _ = update(playlist, &followed)
        let local = try #require(followed.local).text
        for name in ["other.key", "init.mp4", "a.mp4"] { #expect(local.contains("https://example.com/\(name)")) }
        for tag in ["PART", "DEFINE", "SERVER-CONTROL", "PRELOAD"] { #expect(!local.contains("EXT-X-\(tag)")) }
    }

    @Test func gapsAreLeftOutWithoutRenumberingOthers() {
        var followed = FollowedPlaylist()
        func state(_ numbers: Range<Int>, gaps: Set<Int>, isEnded: Bool = false) -> [String]? {
            var playlist = window(numbers, isEnded: isEnded)
            for index in playlist.segments.indices {
                let number = numbers.lowerBound + index
                playlist.segments[index].isGap = gaps.contains(number)
                playlist.segments[index].isDiscontinuity = number == 6
            }
            let hasMore = update(playlist, &followed) == true
            let local = followed.local?.segments.enumerated().map { index, segment in
                "\((followed.local?.mediaSequence ?? 0) + index):\(segment.uri.suffix(4).first ?? "?")"
                    + (segment.isDiscontinuity ? "!" : "")
            }
            return hasMore ? local : nil
        }
        #expect(state(3..<6, gaps: [5]) == ["3:3", "4:4"])
        // The discontinuity of a gap is that of the next segment.
        #expect(state(4..<8, gaps: [5, 6]) == ["4:4", "5:7!"])
        #expect(state(5..<9, gaps: [5, 6, 8]) == ["5:7!"])
        #expect(state(8..<10, gaps: [8, 9]) == nil && followed.local?.segments.isEmpty == false)
        #expect(state(9..<11, gaps: [9]) == ["6:0"])
        #expect(followed.local?.segments.first?.uri.hasSuffix("/10.ts") == true)
        #expect(state(9..<11, gaps: [9], isEnded: true)?.first == "3:3")
    }
}
