import HLS
import Media
import Testing

/// The written version is the minimum for the features in use (RFC 8216bis 8).
@Suite struct ProtocolVersionTests {
    private func media(_ change: (inout MediaPlaylist) -> Void) -> Int {
        var playlist = MediaPlaylist(targetDuration: 6, segments: [MediaSegment(uri: "a", duration: .seconds(6))])
        change(&playlist)
        return playlist.minimumVersion
    }

    private func keyed(_ key: EncryptionKey) -> Int { media { $0.segments[0].keys = [key] } }

    @Test func mediaPlaylistVersionFollowsFeatures() {
        #expect(media { _ in } == 3)
        #expect(media { $0.isIFramesOnly = true } == 4)
        #expect(media { $0.segments[0].byteRange = ByteRange(offset: 0, length: 1) } == 4)
        #expect(media { $0.segments[0].initialization = InitializationSection(uri: "i") } == 6)
        #expect(
            media {
                $0.isIFramesOnly = true
                $0.segments[0].initialization = InitializationSection(uri: "i")
            } == 5)
        #expect(keyed(EncryptionKey(method: .aes128, uri: "k", initializationVector: [])) == 3)
        #expect(keyed(EncryptionKey(method: .aes128, uri: "k", keyFormat: "identity")) == 5)
        #expect(keyed(EncryptionKey(method: .sampleAES, uri: "k")) == 5)
        #expect(media { $0.definitions = [.value(name: "a", value: "b")] } == 8)
        #expect(media { $0.skip = SkippedSegments(count: 1) } == 9)
        #expect(media { $0.skip = SkippedSegments(count: 1, removedDateRanges: ["a"]) } == 10)
        #expect(media { $0.definitions = [.queryParameter(name: "a")] } == 11)
    }

    @Test func multivariantPlaylistVersionFollowsFeatures() {
        func version(_ change: (inout MultivariantPlaylist) -> Void) -> Int {
            var playlist = MultivariantPlaylist(variants: [Variant(uri: "v", bandwidth: 1)])
            change(&playlist)
            return playlist.minimumVersion
        }
        func rendition(_ kind: AlternativeRendition.Kind, _ id: String?) -> AlternativeRendition {
            AlternativeRendition(kind: kind, groupID: "g", name: "n", instreamID: id)
        }
        #expect(version { _ in } == 1)
        #expect(version { $0.renditions = [rendition(.audio, nil)] } == 4)
        #expect(version { $0.renditions = [rendition(.closedCaptions, "CC1")] } == 4)
        #expect(version { $0.renditions = [rendition(.closedCaptions, "SERVICE1")] } == 7)
        #expect(version { $0.renditions = [rendition(.audio, "1")] } == 13)
        #expect(version { $0.sessionKeys = [EncryptionKey(method: .sampleAES, uri: "k")] } == 5)
        #expect(version { $0.variants[0].requiredVideoLayout = [VideoLayout(specifiers: [.stereo])] } == 12)
        #expect(version { $0.variants[0].unknownAttributes = [UnknownAttribute(name: "REQ-X", value: "1")] } == 12)
    }
}
