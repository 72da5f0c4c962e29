/// Identifies containers other than MP4 and transport streams by their first bytes.
package enum ContainerSignature {
    /// Returns the name of the format; nil for other files.
    package static func name(_ content: ByteSlice) -> String? {
        let head = content.slice(0..<min(content.count, 64)).bytes
        func has(_ text: String, at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
        if head.starts(with: [0x1a, 0x45, 0xdf, 0xa3]) {
            return String(decoding: head, as: UTF8.self).contains("webm") ? "WebM" : "Matroska"
        }
        if has("RIFF") || has("RF64") { return has("WAVE", at: 8) ? "WAVE" : has("AVI ", at: 8) ? "AVI" : nil }
        if has("FORM") { return has("AIFF", at: 8) || has("AIFC", at: 8) ? "AIFF" : nil }
        if head.starts(with: [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11]) { return "ASF" }
        // The key of a header partition (SMPTE ST 377-1, 7.1).
        if head.starts(with: [6, 0x0e, 0x2b, 0x34, 2, 5, 1, 1, 0x0d, 1, 2, 1, 1, 2]) { return "MXF" }
        if head.starts(with: [0, 0, 1, 0xba]) { return "MPEG program stream" }
        if let found = signatures.first(where: { has($0.0) })?.1 { return found }
        // MPEG audio frames without a tag.
        return head.count >= 4 && (try? MPEGAudioHeader(head)) != nil ? "MPEG audio" : nil
    }

    private static let signatures = [
        ("OggS", "Ogg"), ("fLaC", "FLAC"), ("FLV", "FLV"), ("ID3", "audio with an ID3 tag"), (".snd", "AU"),
        ("caff", "Core Audio Format"), ("DKIF", "IVF"), ("#!AMR", "AMR"),
    ]
}
