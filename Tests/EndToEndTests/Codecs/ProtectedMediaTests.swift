import ContentProtection
import Foundation
import HTTPServer
import Media
import Testing

/// Sample encryption, judged by Shaka Packager: it encrypts the same media with the same key, and decrypts ours; and by
/// ffmpeg 8, which decrypts ours.
@Suite(.enabled("Shaka Packager is available") { await ShakaPackager.isAvailable })
struct ProtectedMediaTests {
    struct Clip: Sendable, CustomTestStringConvertible {
        let name: String
        let codec: [String]
        var size = "320x180"
        var seconds = 1.0
        var isVideo = true
        /// Whether protected ranges consist of whole blocks under all schemes.
        var hasWholeBlocks = false

        var testDescription: String { name }

        func file() async throws -> URL {
            let source =
                isVideo
                ? "testsrc2=size=\(size):rate=25:duration=\(seconds),fade=in:0:20" : "sine=duration=1:sample_rate=48000"
            let flags = "+frag_keyframe+empty_moov+default_base_moof+delay_moov"
            return try await made(
                "\(name).mp4",
                byFFmpeg: ["-f", "lavfi", "-i", source] + codec
                    + ["-strict", "-2", "-g", "12", "-frag_duration", "400000", "-movflags", flags])
        }
    }

    private static let x265 = ["-c:v", "libx265", "-tag:v", "hvc1", "-x265-params"]
    static let clips = [
        Clip(
            name: "h264-weighted-slices",
            codec: ["-c:v", "libx264", "-x264-params", "slices=4:bframes=3:weightb=1:weightp=2:ref=4"]),
        Clip(
            name: "h264-interlaced-422",
            codec: ["-c:v", "libx264", "-pix_fmt", "yuv422p10le", "-x264-params", "interlaced=1:tff=1:bframes=2"]),
        Clip(
            name: "h264-baseline-small-slices",
            codec: ["-c:v", "libx264", "-profile:v", "baseline", "-x264-params", "slice-max-size=400"]),
        Clip(name: "hevc-slices", codec: x265 + ["log-level=error:slices=3:bframes=4:ref=5:weightb=1:weightp=1"]),
        Clip(
            name: "hevc-10-bit-wavefronts",
            codec: ["-pix_fmt", "yuv422p10le"] + x265 + ["log-level=error:wpp=1:no-sao=1"],
            size: "640x360"),
        Clip(name: "hevc-fields", codec: x265 + ["log-level=error:interlace=tff"]),
        Clip(
            name: "vp9-hidden-frames",
            codec: ["-c:v", "libvpx-vp9", "-b:v", "300k", "-auto-alt-ref", "1", "-lag-in-frames", "12", "-speed", "4"],
            hasWholeBlocks: true),
        Clip(
            name: "av1-tiles", codec: ["-c:v", "libaom-av1", "-cpu-used", "8", "-b:v", "500k", "-tiles", "2x2"],
            size: "640x360", seconds: 0.8),
        Clip(
            name: "av1-grain-10-bit",
            codec: [
                "-pix_fmt", "yuv420p10le", "-c:v", "libaom-av1", "-cpu-used", "8", "-b:v", "300k",
                "-denoise-noise-level", "10",
            ]),
        Clip(name: "aac", codec: ["-c:a", "aac"], isVideo: false),
        Clip(name: "ac3", codec: ["-c:a", "ac3"], isVideo: false),
        Clip(name: "alac", codec: ["-c:a", "alac"], isVideo: false),
        Clip(name: "eac3", codec: ["-c:a", "eac3"], isVideo: false),
        Clip(name: "opus", codec: ["-c:a", "libopus"], isVideo: false),
        Clip(name: "flac", codec: ["-c:a", "flac"], isVideo: false),
    ]

    private static let key = "00112233445566778899aabbccddeeff"
    private static let keyID = "0123456789abcdef0123456789abcdef"
    private static let vector = "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf"

    @Test(arguments: clips) func samplesEqualThoseOfShakaPackager(clip: Clip) async throws {
        let file = try await clip.file()
        try await Scratch.use { scratch in
            let stream = clip.isVideo ? "video" : "audio"
            let packager = try await ShakaPackager.program().path
            let options = ["--segment_duration", "60", "--fragment_duration", "60", "--quiet"]
            _ = try await scratch.run(
                packager,
                [
                    "in=\(file.path),stream=\(stream),output=theirs.mp4", "--enable_raw_key_encryption", "--keys",
                    "label=:key_id=\(Self.keyID):key=\(Self.key):iv=\(Self.vector)", "--protection_scheme", "cbcs",
                    "--clear_lead", "0",
                ] + options
            ).succeeded()
            for scheme in ProtectionScheme.allCases {
                let ours = scratch.file("\(scheme).mp4")
                let bytes = try Data(contentsOf: file)
                let encrypted = try Self.encrypt(bytes, scheme)
                try Data(encrypted).write(to: ours)
                // Of ranges of whole blocks, those of cenc and VP9, this packager leaves the surplus clear at the end.
                if scheme == .cbcs, !clip.hasWholeBlocks { try await compare("theirs.mp4", ours.path, in: scratch) }
                _ = try await scratch.run(
                    packager,
                    [
                        "in=\(ours.path),stream=\(stream),output=\(scheme)-clear.mp4", "--enable_raw_key_decryption",
                        "--keys", "label=:key_id=\(Self.keyID):key=\(Self.key)",
                    ] + options
                ).succeeded()
                try await compare("\(scheme)-clear.mp4", file.path, in: scratch)
                let packets = try await Self.packets(file, in: scratch)
                #expect(packets.count > 10)
                #expect(try await Self.packets(ours, key: Self.key, in: scratch) == packets)
                #expect(try await Self.packets(ours, key: Self.keyID, in: scratch) != packets, "another key")
                #expect(try Self.decrypt(encrypted) == Self.boxes(bytes, ["ftyp", "moov", "moof", "mdat"]))
            }
        }
    }

    /// Returns the checksums of all packets as ffmpeg reads them.
    private static func packets(_ movie: URL, key: String? = nil, in scratch: Scratch) async throws -> [Substring] {
        let ffmpeg = try await ShakaPackager.recentFFmpeg().path
        let decryption = key.map { ["-decryption_key", $0] } ?? []
        let output = try await scratch.run(
            ffmpeg, ["-v", "error"] + decryption + ["-i", movie.path, "-c", "copy", "-f", "framemd5", "-"]
        ).succeeded().output
        return output.split(separator: "\n").filter { !$0.hasPrefix("#") }
    }

    private func compare(_ first: String, _ second: String, in scratch: Scratch) async throws {
        let script = Sluice.script("compare-samples.py").path
        _ = try await scratch.run("python3", [script, first, second]).succeeded()
    }

    private static func cipher() throws -> AES128 {
        let block = try #require(InitializationVector(hexadecimal: key))
        return try block.bytes.withUnsafeBytes { try AES128(key: $0) }
    }

    private static func encrypt(_ movie: Data, _ scheme: ProtectionScheme) throws -> [UInt8] {
        var vector = try #require(InitializationVector(hexadecimal: Self.vector))
        if scheme == .cenc { vector.low = 0 }
        let protection = TrackProtection(
            scheme, keyID: try #require(KeyIdentifier(keyID)), cipher: try cipher(), vector: vector)
        let start = ByteSlice(copying: boxes(movie, ["ftyp", "moov"]))
        var encryptor = try FragmentEncryptor(start) { _ in protection }
        let media = try encryptor.encrypt(ByteRope(boxes(movie, ["moof", "mdat"])))
        #expect(encryptor.omittedCount == 0)
        return encryptor.initialization + media.bytes
    }

    private static func decrypt(_ movie: [UInt8]) throws -> [UInt8] {
        let movie = Data(movie)
        let decryptor = try FragmentDecryptor(
            ByteSlice(copying: boxes(movie, ["ftyp", "moov"])),
            keys: [try #require(KeyIdentifier(keyID)): try cipher()])
        return decryptor.initialization + (try decryptor.decrypt(ByteRope(boxes(movie, ["moof", "mdat"])))).bytes
    }

    /// Returns the top-level boxes of these types.
    private static func boxes(_ movie: Data, _ types: Set<String>) -> [UInt8] {
        var (result, offset) = ([UInt8](), 0)
        while offset + 8 <= movie.count {
            let size = movie[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            guard size >= 8, size <= movie.count - offset else { break }
            let type = String(decoding: movie[offset + 4..<offset + 8], as: UTF8.self)
            if types.contains(type) { result += movie[offset..<offset + size] }
            offset += size
        }
        return result
    }
}
