extension Faults {
    /// Faults in encrypted presentations.
    static let encryption: [Fault] = whole + samples + aesText

    private static let video = "video/playlist.m3u8"
    private static let segment = "video/segment-00002.m4s"

    private static let whole: [Fault] = [
        Fault("R28", "a key without a URI", in: .encrypted, video, .replace(",URI=\"../key.bin\"", "")),
        Fault(
            "R28", "a vector of 160 bits", in: .encrypted, video,
            .lines { line in
                line.replacing(/IV=0x/, with: "IV=0x12345678")
            }),
        Fault(
            "R22", "an encrypted map without a vector", in: .encrypted, video,
            .replace(
                "#EXT-X-MAP:URI=\"init.mp4\"\n",
                "#EXT-X-KEY:METHOD=AES-128,URI=\"../key.bin\"\n#EXT-X-MAP:URI=\"init.mp4\"\n")),
        .bytes("S7", "another key", in: .encrypted, "key.bin") { $0[3] ^= 0x55 },
        .bytes("S7", "a truncated segment", in: .encrypted, segment) { $0.removeLast(5) },
        Fault("S7", "a clear segment", in: .encrypted) { presentation in
            presentation.files[segment] = try await FaultSubject.movie.presentation.files[segment]
        },
        Fault(
            "B29", "another vector", in: .encrypted, video,
            .lines { line in
                line.replacing(/IV=0x../, with: "IV=0x99")
            }),
    ]

    private static let samples: [Fault] = [
        Fault(
            "R29", "SAMPLE-AES-CTR for cbcs", in: .cbcs, video, .replace("METHOD=SAMPLE-AES", "METHOD=SAMPLE-AES-CTR")),
        Fault(
            "S30", "a segment with another key format", in: .cbcs, video,
            .replace(
                "#EXTINF:6.000000,\nsegment-00002.m4s",
                "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://a\",KEYFORMAT=\"com.apple.streamingkeydelivery\"\n"
                    + "#EXTINF:6.000000,\nsegment-00002.m4s")),
        .bytes("R30", "a pattern of 1:8", in: .cbcs, "video/init.mp4") { bytes in
            try BoxPatch.write([0x18], at: 13, of: protection + ["tenc"], in: &bytes)
        },
        .bytes("S15", "a vector size with a constant vector", in: .cbcs, "video/init.mp4") { bytes in
            try BoxPatch.write([8], at: 15, of: protection + ["tenc"], in: &bytes)
        },
        .bytes("R43", "no senc", in: .cbcs, segment) {
            try BoxPatch.rename(["moof", "traf", "senc"], to: "free", in: &$0)
        },
        .bytes("S10", "subsamples that do not add up", in: .cbcs, segment) { bytes in
            // The clear bytes of the first subsample.
            try BoxPatch.write([0, 4], at: 18, of: ["moof", "traf", "senc"], in: &bytes)
        },
    ]

    private static let protection = ["moov", "trak", "mdia", "minf", "stbl", "stsd", "encv", "sinf", "schi"]

    private static let aesText: [Fault] = [
        encryptedText("S7", "subtitles in the clear") { $0 },
        encryptedText("S7", "subtitles that are encrypted in two pieces") { bytes in
            let middle = bytes.count / 2
            return try AESEncryption.encrypt(Array(bytes[..<middle]), key: key)
                + AESEncryption.encrypt(Array(bytes[middle...]), key: key)
        },
    ]

    private static let key = ValidMedia.bytes(PackagedPresentation.key)

    /// A fault in the encryption of the first segment of subtitles with a zero vector.
    private static func encryptedText(
        _ rule: String, _ name: String, _ encrypt: @escaping @Sendable ([UInt8]) throws -> [UInt8]
    ) -> Fault {
        Fault(rule, name, in: .encrypted) { presentation in
            let vector = String(repeating: "0", count: 32)
            for file in presentation.segments("text", ".vtt") {
                let isBroken = file.hasSuffix("1.vtt")
                try presentation.change(file) { $0 = try isBroken ? encrypt($0) : AESEncryption.encrypt($0, key: key) }
            }
            try presentation.changeText(
                "text/playlist.m3u8",
                .replace(
                    "#EXTINF", "#EXT-X-KEY:METHOD=AES-128,URI=\"../key.bin\",IV=0x\(vector)\n#EXTINF"))
        }
    }
}
