import Foundation

/// A movie of six segments as encrypted presentations, each made once.
enum EncryptedStream: String, CaseIterable, Sendable {
    /// The movie without encryption.
    case clear
    case cbcs
    case cenc
    case aes128
    /// cbcs with another key for every two segments.
    case rotating

    static let movie = Movie(description: "six segments", seconds: 6, bFrames: 0)

    /// Keys by KID.
    static let keys = [
        "0123456789abcdef0123456789abcdef": "00112233445566778899aabbccddeeff",
        "1123456789abcdef0123456789abcdef": "10112233445566778899aabbccddeeff",
        "2123456789abcdef0123456789abcdef": "20112233445566778899aabbccddeeff",
    ]
    /// The key of streams without rotation.
    static let keyID = "0123456789abcdef0123456789abcdef"
    static var key: String { keys[keyID] ?? "" }

    /// The stage between the segments and the playlists; nil for none.
    func stage(keys: String) -> String? {
        switch self {
        case .clear: nil
        case .cbcs: "{ method: cbcs, keys: { file: \(keys)-0.json }, systems: [common, clearkey] }"
        case .cenc: "{ method: cenc, keys: { file: \(keys)-0.json }, systems: [common, clearkey] }"
        case .aes128: "{ method: aes-128, keys: { file: \(keys)-0.json }, key-uri: \"../keys/{kid}\" }"
        case .rotating:
            "{ method: cbcs, keys: { file: \"\(keys)-{period}.json\" }, systems: [common, clearkey], "
                + "rotation: { segments: 2 } }"
        }
    }

    func presentation() async throws -> Presentation {
        let input = try await Self.movie.file()
        return try await SharedRuns.shared.presentation(["encrypted", rawValue]) { scratch, output in
            let keys = try Self.writeKeys(in: scratch)
            let stage = stage(keys: keys)
            let encrypted = stage.map { "  encrypted:\n    use: fmp4.encrypt\n    from: segments\n    with: \($0)\n" }
            let pipeline = try scratch.write(
                "encrypted.yaml",
                """
                pipeline: encrypted
                stages:
                  movie:
                    use: mp4.read
                    with: { path: \(input.path) }
                  segments:
                    use: fmp4.segment
                    from: movie
                    with: { interval: 1s }
                \(encrypted ?? "")
                  playlists:
                    use: hls.playlist
                    from: \(stage == nil ? "segments" : "encrypted")
                    with: { type: vod }
                  folder:
                    use: file.folder
                    from: playlists
                    with: { path: \(output.path) }

                """)
            _ = try await scratch.command(["run", pipeline.path]).run().succeeded()
            // The paths to which the playlists refer.
            let folder = output.appending(path: "keys")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (id, key) in Self.keys { try Data(Self.bytes(key)).write(to: folder.appending(path: id)) }
        }
    }

    /// Writes a file of keys for each period. Returns the start of their paths.
    static func writeKeys(in scratch: Scratch) throws -> String {
        for (period, id) in keys.keys.sorted().enumerated() {
            let text = "{\"keys\": [{\"kid\": \"\(id)\", \"key\": \"\(keys[id] ?? "")\"}]}"
            let file = try scratch.write("keys-\(period).json", text)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        }
        return scratch.file("keys").path
    }

    static func bytes(_ digits: String) -> [UInt8] {
        stride(from: 0, to: digits.utf8.count, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
    }
}
