import AssetDownloading
import Testing

/// Content is rejected only if it is certainly no media.
@Suite struct ContentCheckTests {
    /// The first bytes of playable formats, and of some that resemble text.
    private static let media: [[UInt8]] = [
        [0, 0, 0, 24] + Array("styp".utf8), [0, 0, 0, 1] + Array("moof".utf8), [0x47, 0x40, 0, 0x10],
        Array("ID3".utf8) + [4, 0, 0], [0xFF, 0xF1, 0x50], [0x0B, 0x77], Array("WEBVTT\n\n".utf8),
        [0xEF, 0xBB, 0xBF] + Array("WEBVTT\n".utf8), Array("<?xml version=\"1.0\"?><tt xmlns=\"\"/>".utf8),
        Array("<tt>".utf8), [UInt8](repeating: 0, count: 16), Array("1\n00:00:00,000".utf8), [0x1A, 0x45, 0xDF, 0xA3],
    ]

    @Test(arguments: media) func mediaOfAnyFormatIsAccepted(head: [UInt8]) {
        #expect(ContentCheck(name: "'a'").problem(count: 1 << 20, head: head) == nil)
    }

    @Test func encryptedMediaInCompleteBlocksIsAccepted() {
        let check = ContentCheck(name: "'a'", isPadded: true)
        #expect(check.problem(count: 1600, head: [0x3C, 1, 2]) == nil)
        #expect(check.problem(count: 1601, head: [0x3C, 1, 2])?.message.hasPrefix("'a' has 1601 bytes") == true)
    }
}
