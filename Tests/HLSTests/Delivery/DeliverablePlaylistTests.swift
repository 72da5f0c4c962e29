import HLS
import Media
import Testing

/// Each server adds the delivery tags that it can keep.
@Suite struct DeliverablePlaylistTests {
    private static let hint = PreloadHint(kind: .part, uri: "2.0.m4s")
    private static let report = RenditionReport(uri: "../a/media.m3u8", lastMediaSequence: 1)

    /// A playlist with all delivery tags.
    private static var full: MediaPlaylist {
        var playlist = MediaPlaylist(targetDuration: 1, segments: [MediaSegment(uri: "1.m4s", duration: .seconds(1))])
        playlist.partTarget = .milliseconds(250)
        playlist.serverControl = ServerControl(
            canSkipUntil: .seconds(6), canSkipDateRanges: true, partHoldBack: .seconds(1), canBlockReload: true)
        (playlist.preloadHints, playlist.renditionReports) = ([hint], [report])
        return playlist
    }

    @Test(arguments: [
        (DeliveryCapabilities.remoteStore, ["SERVER-CONTROL:PART-HOLD-BACK=1"]),
        (.folder, ["SERVER-CONTROL:PART-HOLD-BACK=1", "RENDITION-REPORT:URI=\"../a/media.m3u8\",LAST-MSN=1"]),
        (
            .blockingReload,
            ["SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1", "PRELOAD-HINT:TYPE=PART,URI=\"2.0.m4s\""]
        ),
        (.deltaUpdates, ["SERVER-CONTROL:CAN-SKIP-UNTIL=6,CAN-SKIP-DATERANGES=YES,PART-HOLD-BACK=1"]),
    ])
    func playlistHasTagsThatServerSupports(server: DeliveryCapabilities, expected: [String]) {
        let playlist = DeliverablePlaylist(separating: .media(Self.full))
        let text = playlist.playlist(for: server).text
        let tags = text.split(separator: "\n").filter {
            $0.contains("CONTROL") || $0.contains("HINT") || $0.contains("REPORT")
        }
        #expect(tags == expected.map { "#EXT-X-\($0)" })
        #expect(text.contains("#EXT-X-PART-INF:PART-TARGET=0.25\n"))
        #expect(playlist.isSame(for: server, as: .folder) == (text == playlist.text))
        #expect(playlist.playlist(for: .origin) == .media(Self.full))
    }

    @Test func separatedTagsEqualAddedOnes() {
        var (plain, delivery) = (Self.full, PlaylistDelivery())
        plain.serverControl = ServerControl(partHoldBack: .seconds(1))
        (plain.preloadHints, plain.renditionReports) = ([], [])
        (delivery.canBlockReload, delivery.canSkipUntil, delivery.canSkipDateRanges) = (true, .seconds(6), true)
        (delivery.preloadHints, delivery.renditionReports) = ([Self.hint], [Self.report])
        #expect(DeliverablePlaylist(plain, delivery: delivery) == DeliverablePlaylist(separating: .media(Self.full)))
    }

    @Test func serverControlWithoutOtherAttributesIsRestored() {
        var playlist = Self.full
        playlist.serverControl = ServerControl(canBlockReload: true)
        let value = DeliverablePlaylist(separating: .media(playlist))
        #expect(!value.text.contains("SERVER-CONTROL"))
        #expect(value.playlist(for: .origin) == .media(playlist))
    }

    @Test func playlistWithoutDeliveryTagsIsSameOnAllServers() {
        var playlist = Self.full
        playlist.serverControl = ServerControl(holdBack: .seconds(3))
        (playlist.preloadHints, playlist.renditionReports) = ([], [])
        let value = DeliverablePlaylist(separating: .media(playlist))
        let multivariant = MultivariantPlaylist(variants: [Variant(uri: "v/media.m3u8", bandwidth: 1)])
        for server in [DeliveryCapabilities.remoteStore, .folder, .origin] {
            #expect(value.playlist(for: server) == .media(playlist))
            #expect(value.isSame(for: server, as: .folder))
            #expect(DeliverablePlaylist(multivariant).playlist(for: server) == .multivariant(multivariant))
        }
    }
}
