import Foundation
import Testing

/// Transport streams and packed audio whose samples are encrypted (SAMPLE-AES): never published as clear.
@Suite struct SampleEncryptionTests {
    private static let shape = TransportShape(description: "with encrypted samples")
    private static let reason = "which is encrypted with SAMPLE-AES; use clear segments"

    /// Replaces stream types in the program maps of a transport stream, with their checksums.
    private static func replaceTypes(_ types: [UInt8: UInt8], in file: URL) throws {
        var bytes = [UInt8](try Data(contentsOf: file))
        for packet in stride(from: 0, to: bytes.count, by: 188) where bytes[packet + 1] & 0x40 != 0 {
            let section = packet + 5
            guard bytes[packet + 3] & 0x30 == 0x10, bytes[section] == 2, bytes[section + 1] & 0xf0 == 0xb0 else {
                continue
            }
            let end = section + 3 + (Int(bytes[section + 1] & 15) << 8 | Int(bytes[section + 2])) - 4
            var entry = section + 12 + (Int(bytes[section + 10] & 15) << 8 | Int(bytes[section + 11]))
            while entry + 5 <= end {
                bytes[entry] = types[bytes[entry]] ?? bytes[entry]
                entry += 5 + (Int(bytes[entry + 3] & 15) << 8 | Int(bytes[entry + 4]))
            }
            var sum = UInt32.max
            for byte in bytes[section..<end] {
                sum ^= UInt32(byte) << 24
                for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04c1_1db7 : sum << 1 }
            }
            for place in 0..<4 { bytes[end + place] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32(place))) }
        }
        try Data(bytes).write(to: file)
    }

    @Test func encryptedStreamsAreLeftOutByNameAndNeverPublished() async throws {
        try await Scratch.use { scratch in
            let input = scratch.file("input.ts")
            try FileManager.default.copyItem(at: try await Self.shape.file(), to: input)
            try Self.replaceTypes([0x0f: 0xcf], in: input)
            let one = try await scratch.sluice("segment", input.path, scratch.file("one").path)
            #expect(one.errors.contains("AAC audio") && one.errors.contains(Self.reason), "\(one)")
            #expect(!FileManager.default.fileExists(atPath: scratch.file("one/audio").path))
            try Self.replaceTypes([0x1b: 0xdb], in: input)
            let none = try await scratch.sluice("segment", input.path, scratch.file("none").path)
            #expect(none.code == 1 && none.errors.contains(Self.reason), "\(none)")
            #expect(!FileManager.default.fileExists(atPath: scratch.file("none/index.m3u8").path))
        }
    }

    @Test func encryptedPackedAudioIsRefused() async throws {
        try await Scratch.use { scratch in
            let clear = scratch.file("clear.aac")
            _ = try await scratch.run(
                "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=duration=2", "-c:a", "aac", clear.path]
            ).succeeded()
            let setup = Array("com.apple.streaming.audioDescription".utf8) + [0] + Array("zaac".utf8) + [0, 0, 0, 0]
            let frame = Array("PRIV".utf8) + [0, 0, 0, UInt8(setup.count), 0, 0] + setup
            let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
            let input = scratch.file("input.aac")
            try (Data(tag) + Data(contentsOf: clear)).write(to: input)
            let outcome = try await scratch.sluice("segment", input.path, scratch.file("out").path)
            #expect(outcome.code == 1 && outcome.errors.contains(Self.reason), "\(outcome)")
            #expect(!FileManager.default.fileExists(atPath: scratch.file("out/index.m3u8").path))
        }
    }
}
