import ContentProtection
import Foundation
import HLS
import Media
import Testing

/// Encrypted live runs that are killed continue their key periods, repeat no vector and publish no clear byte.
@Suite struct EncryptedRestartTests {
    @Test func aKilledRunContinuesItsKeysAndRepeatsNoVector() async throws {
        try await Scratch.use { scratch in
            try writeKeys(in: scratch, periods: 40)
            let pipeline = try scratch.write("encrypted.yaml", Self.pipeline)
            var counts = [0]
            for goal in [5, 5, 6] {
                var command = scratch.command(["run", pipeline.path, "--set", "output=out", "--set", "size=160x90"])
                command.isIdle = true
                let run = try command.start()
                let wanted = counts[counts.count - 1] + goal
                let hasSegments = try await eventually(within: 60) {
                    try files(scratch, "video").count >= wanted && files(scratch, "audio").count >= wanted
                        || !run.isRunning
                }
                #expect(hasSegments && run.isRunning, "\(run.errors)")
                counts.append(try files(scratch, "video").count)
                run.signal(goal == 6 ? SIGINT : SIGKILL)
                _ = try await run.outcome(within: 30)
            }
            var vectors: [String: Int] = [:]
            for rendition in ["video", "audio"] {
                let periods = try decryptedPeriods(of: rendition, in: scratch)
                #expect(periods == periods.sorted() && Set(periods).count > 1, "\(periods)")
                #expect(zip(periods, periods.dropFirst()).allSatisfy { $1 - $0 <= 1 }, "\(periods)")
                for file in try parts(scratch, rendition) {
                    for vector in Self.vectors([UInt8](try Data(contentsOf: file))) { vectors[vector, default: 0] += 1 }
                }
            }
            // The key changes every second, but vectors must not repeat under any.
            #expect(vectors.count > 200 && vectors.values.allSatisfy { $0 == 1 })
            // The journal contains no key.
            for case let file as URL in try #require(
                FileManager.default.enumerator(at: scratch.file("out"), includingPropertiesForKeys: nil))
            {
                guard let data = try? Data(contentsOf: file) else { continue }
                #expect(data.firstRange(of: Data(repeating: 0xa1, count: 16)) == nil)
                #expect(data.firstRange(of: Data("a1a1a1a1".utf8)) == nil, "\(file.path)")
            }
        }
    }

    private static let pipeline = """
        pipeline: encrypted
        about: Short parts and key periods.
        extends: "\(Sluice.pipeline("live-test-pattern").path)"
        stages:
          segments:
            use: fmp4.segment
            from: [video, audio]
            with: { profile: cmaf, interval: 500ms, part: 250ms }
          keyframes:
            use: keyframe.force
            from: picture
            with: { interval: 500ms }
          encrypted:
            use: fmp4.encrypt
            from: segments
            with:
              method: cenc
              keys: { file: "keys/{period}.json" }
              systems: [common]
              rotation: { interval: 1s }
          playlists:
            use: hls.playlist
            from: encrypted
            with: { type: live, window: 200, target-duration: 2s }

        """

    private func writeKeys(in scratch: Scratch, periods: Int) throws {
        try FileManager.default.createDirectory(at: scratch.file("keys"), withIntermediateDirectories: true)
        for period in 0..<periods {
            let id = String(format: "%032x", period)
            let key = String(repeating: "a1", count: 16)
            let file = try scratch.write("keys/\(period).json", "{\"keys\":[{\"kid\":\"\(id)\",\"key\":\"\(key)\"}]}")
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        }
    }

    private func files(_ scratch: Scratch, _ rendition: String) throws -> [URL] {
        try all(scratch, rendition).filter { $0.lastPathComponent.wholeMatch(of: /segment-\d+\.m4s/) != nil }
    }

    private func parts(_ scratch: Scratch, _ rendition: String) throws -> [URL] {
        try all(scratch, rendition).filter { $0.lastPathComponent.wholeMatch(of: /segment-\d+\.\d+\.m4s/) != nil }
    }

    private func all(_ scratch: Scratch, _ rendition: String) throws -> [URL] {
        let folder = scratch.file("out/\(rendition)")
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    }

    /// Returns the key period of each listed segment by its initialization section, after decrypting it.
    private func decryptedPeriods(of rendition: String, in scratch: Scratch) throws -> [Int] {
        let folder = scratch.file("out/\(rendition)")
        let text = try String(contentsOf: folder.appending(path: "playlist.m3u8"), encoding: .utf8)
        guard case .media(let playlist) = try Playlist.parse(text).playlist else { return [] }
        let key = [UInt8](repeating: 0xa1, count: 16)
        var ciphers: [KeyIdentifier: AES128] = [:]
        for period in 0..<40 {
            guard let id = KeyIdentifier(String(format: "%032x", period)) else { continue }
            ciphers[id] = try key.withUnsafeBytes { try AES128(key: $0) }
        }
        var periods: [Int] = []
        for segment in playlist.segments where !segment.isGap {
            let section = try #require(segment.initialization)
            let movie = [UInt8](try Data(contentsOf: folder.appending(path: section.uri)))
            let decryptor = try FragmentDecryptor(ByteSlice(copying: movie), keys: ciphers)
            let media = [UInt8](try Data(contentsOf: folder.appending(path: segment.uri)))
            let clear = try decryptor.decrypt(ByteRope(media))
            #expect(clear.count < media.count && clear.bytes.suffix(1000) != media.suffix(1000))
            let id = try #require(decryptor.keyIDs.first)
            periods.append(Int(id.bytes[15]))
        }
        return periods
    }

    /// The vectors in `senc` boxes: 8 bytes for each sample.
    private static func vectors(_ bytes: [UInt8]) -> [String] {
        var (result, start) = ([String](), 0)
        while let range = bytes[start...].firstRange(of: Array("senc".utf8)) {
            var offset = range.upperBound
            func number(_ count: Int) -> Int {
                defer { offset += count }
                return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
            }
            let (flags, count) = (number(4), number(4))
            for _ in 0..<count {
                result.append(String(UInt(bitPattern: number(8)), radix: 16))
                if flags & 2 != 0 { offset += number(2) * 6 }
            }
            start = range.upperBound
        }
        return result
    }
}
