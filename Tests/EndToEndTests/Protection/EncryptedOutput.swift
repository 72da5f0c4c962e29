import ContentProtection
import Foundation
import HLS
import Media
import Testing

/// An encrypted presentation in a folder, with keys whose identifiers are the numbers of their key periods.
struct EncryptedOutput {
    let folder: URL
    private let ciphers: [KeyIdentifier: AES128]

    /// The keys of the first periods: `byte` returns the byte of which a key consists.
    init(_ folder: URL, periods: Int, byte: (Int) -> UInt8) throws {
        self.folder = folder
        var ciphers: [KeyIdentifier: AES128] = [:]
        for period in 0..<periods {
            guard let id = KeyIdentifier(Self.keyID(period)) else { continue }
            let key = [UInt8](repeating: byte(period), count: 16)
            ciphers[id] = try key.withUnsafeBytes { try AES128(key: $0) }
        }
        self.ciphers = ciphers
    }

    static func keyID(_ period: Int) -> String { String(format: "%032x", period) }

    func playlist(_ rendition: String) throws -> MediaPlaylist? {
        let file = folder.appending(path: "\(rendition)/playlist.m3u8")
        guard let data = try? Data(contentsOf: file),
            case .media(let playlist) = try Playlist.parse(String(decoding: data, as: UTF8.self)).playlist
        else { return nil }
        return playlist
    }

    /// Returns the key period of each listed segment by its initialization section, after decrypting it; nil for gaps.
    func periods(of rendition: String) throws -> [Int?] {
        let base = folder.appending(path: rendition)
        return try playlist(rendition)?.segments.map { segment in
            if segment.isGap { return nil }
            let section = try #require(segment.initialization)
            let movie = [UInt8](try Data(contentsOf: base.appending(path: section.uri)))
            let decryptor = try FragmentDecryptor(ByteSlice(copying: movie), keys: ciphers)
            let media = [UInt8](try Data(contentsOf: base.appending(path: segment.uri)))
            let clear = try decryptor.decrypt(ByteRope(media))
            #expect(clear.bytes.suffix(1000) != media.suffix(1000))
            #expect(!segment.keys.isEmpty)
            let id = try #require(decryptor.keyIDs.first)
            return Int(id.bytes[15])
        } ?? []
    }

    /// The files of a rendition whose names match a pattern.
    func files(_ rendition: String, _ pattern: Regex<Substring>) throws -> [URL] {
        let base = folder.appending(path: rendition)
        guard FileManager.default.fileExists(atPath: base.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: base, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.wholeMatch(of: pattern) != nil }
    }

    func segments(_ rendition: String) throws -> [URL] { try files(rendition, /segment-\d+\.m4s/) }
    func parts(_ rendition: String) throws -> [URL] { try files(rendition, /segment-\d+\.\d+\.m4s/) }

    /// The vectors in the `senc` boxes of files: 8 bytes for each sample.
    static func vectors(_ files: [URL]) throws -> [Int] {
        var result: [Int] = []
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: file))
            var start = 0
            while let range = bytes[start...].firstRange(of: Array("senc".utf8)) {
                var offset = range.upperBound
                func number(_ count: Int) -> Int {
                    defer { offset += count }
                    return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
                }
                let (flags, count) = (number(4), number(4))
                for _ in 0..<count {
                    result.append(number(8))
                    if flags & 2 != 0 { offset += number(2) * 6 }
                }
                start = range.upperBound
            }
        }
        return result
    }
}
