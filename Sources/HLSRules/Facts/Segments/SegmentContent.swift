import HLS
import MPEGTransport
package import Media

extension SegmentFacts.Content {
    private static let boxes: Set<String> = [
        "styp", "moof", "sidx", "ssix", "prft", "emsg", "ftyp", "moov", "mdat", "free", "skip", "uuid", "mfra", "pdin",
    ]

    /// Detects the format from the first bytes.
    package init(_ bytes: ByteSlice) {
        let head = bytes.slice(0..<min(bytes.count, 192)).bytes
        let text = String(decoding: head.prefix(16), as: UTF8.self)
        if head.count >= 8, Self.boxes.contains(String(decoding: head[4..<8], as: UTF8.self)) {
            self = .fragmentedMP4
        } else if head.first == 0x47, head.count <= 188 || head[188] == 0x47 {
            self = .transportStream
        } else if text.hasPrefix("WEBVTT") || text.hasPrefix("\u{feff}WEBVTT") {
            self = .webVTT
        } else if text.hasPrefix("ID3") || head.count >= 2 && Self.isAudioHeader(head[0], head[1]) {
            self = .packedAudio
        } else {
            self = .unknown
        }
    }

    /// Describes the first bytes of an unknown format, for messages.
    static func beginning(_ bytes: ByteSlice) -> String {
        let head = bytes.slice(0..<min(bytes.count, 16)).bytes
        guard !head.isEmpty else { return "no bytes" }
        if head.allSatisfy({ $0 >= 0x20 && $0 < 0x7f || [9, 10, 13].contains($0) }) {
            let text = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
            return text.lowercased().contains("<html") || text.lowercased().hasPrefix("<!doctype")
                ? "a page of HTML, '\(text)…'" : "text, '\(text)…'"
        }
        return "bytes that start with \(MediaDamage.text(head.prefix(8)))"
    }

    /// Whether the bytes start an ADTS, MPEG audio or AC-3 frame.
    private static func isAudioHeader(_ first: UInt8, _ second: UInt8) -> Bool {
        first == 0xff && second & 0xe0 == 0xe0 || first == 0x0b && second == 0x77
    }
}

extension ScannedSegment {
    /// Whether the entire segment is encrypted, instead of its samples. Returns true for unknown methods, as nothing is
    /// known about their clear bytes.
    package func isFullyEncrypted(in playlist: ScannedPlaylist) -> Bool {
        keyMethods(in: playlist).contains { !$0.hasPrefix("SAMPLE-") }
    }

    /// Whether a key in force applies to samples, so that the container is not encrypted.
    package func hasEncryptedSamples(in playlist: ScannedPlaylist) -> Bool {
        keyMethods(in: playlist).contains { $0.hasPrefix("SAMPLE-AES") }
    }

    /// Returns the methods of the keys in force.
    func keyMethods(in playlist: ScannedPlaylist) -> [String] {
        keys.compactMap { playlist.lines[$0].attributes?.text("METHOD") }.filter { $0 != "NONE" }
    }
}

extension RenditionMeasurer {
    /// Whether the header of a WebVTT segment contains X-TIMESTAMP-MAP (RFC 8216bis 3.1.4).
    static func hasTimestampMap(_ bytes: ByteSlice) -> Bool {
        let head = String(decoding: bytes.slice(0..<min(bytes.count, 4096)).bytes, as: UTF8.self)
        let header = head.split(whereSeparator: \.isNewline).prefix { !$0.contains("-->") }
        return header.contains { $0.hasPrefix("X-TIMESTAMP-MAP=") }
    }

    /// Whether a text contains control characters other than tabs and line breaks.
    static func hasControlCharacters(_ bytes: ByteSlice) -> Bool {
        bytes.withUnsafeBytes { $0.contains { $0 < 0x20 && ![9, 10, 12, 13].contains($0) } }
    }
}
