import Foundation
import Testing

/// Encrypted files that other projects publish together with their decryption.
///
/// `SLUICE_CENC_VECTORS` is a folder with the files and `vectors.json`, a list of `encrypted` and `clear` files with `kid`
/// and `key`, and optionally `isWithoutPattern`. Such files are those of the tests of Eyevinn/mp4ff.
enum PublishedVectors {
    static let folder = ProcessInfo.processInfo.environment["SLUICE_CENC_VECTORS"].map { URL(filePath: $0) }
}

@Suite(.enabled(if: PublishedVectors.folder != nil, "SLUICE_CENC_VECTORS is not set"))
struct PublishedVectorTests {
    private struct Vector: Decodable {
        var encrypted: String
        var clear: String
        var kid: String
        var key: String
        /// Whether subsamples of cbcs have the pattern 0:0.
        var isWithoutPattern: Bool?
    }

    private func packets(
        _ file: URL, program: String = "ffmpeg", key: String? = nil, in scratch: Scratch
    ) async throws -> [Substring] {
        let keys = key.map { ["-decryption_key", $0] } ?? []
        return try await scratch.run(
            program,
            ["-nostdin", "-v", "error"] + keys + ["-i", file.path, "-map", "0", "-c", "copy", "-f", "framecrc", "-"]
        ).succeeded().output.split(separator: "\n").filter { !$0.hasPrefix("#") }
    }

    @Test func decryptedFilesHaveThePublishedSamples() async throws {
        let folder = try #require(PublishedVectors.folder)
        let list = try Data(contentsOf: folder.appending(path: "vectors.json"))
        let vectors = try JSONDecoder().decode([Vector].self, from: list)
        #expect(!vectors.isEmpty)
        try await Scratch.use { scratch in
            for vector in vectors {
                let encrypted = folder.appending(path: vector.encrypted)
                let clear = folder.appending(path: vector.clear)
                let output = scratch.file(vector.encrypted)
                _ = try await scratch.sluice(
                    "decrypt", encrypted.path, output.path, "--key", "\(vector.kid):\(vector.key)"
                ).succeeded()
                let (decrypted, expected) = (
                    try await packets(output, in: scratch), try await packets(clear, in: scratch)
                )
                #expect(!expected.isEmpty && decrypted == expected, "\(vector.encrypted)")
                let decoded = try await scratch.run(
                    "ffmpeg", ["-nostdin", "-v", "error", "-i", output.path, "-f", "null", "-"]
                ).succeeded()
                #expect(decoded.errors.isEmpty, "\(vector.encrypted): \(decoded.errors)")
                guard await ShakaPackager.isAvailable else { continue }
                let recent = try await ShakaPackager.recentFFmpeg().path
                let other = try await packets(encrypted, program: recent, key: vector.key, in: scratch)
                // ffmpeg 8.1 rejects subsamples of cbcs without a pattern, which encrypt all blocks.
                if other.isEmpty, vector.isWithoutPattern == true { continue }
                let same = try await packets(output, program: recent, in: scratch)
                #expect(other == same, "\(vector.encrypted)")
            }
        }
    }
}
