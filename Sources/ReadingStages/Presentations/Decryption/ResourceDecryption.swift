import ContentProtection
import Foundation
import HLS
import Media
import SystemFiles

/// Decrypts the files of a presentation.
struct ResourceDecryption {
    /// The maximum size of a resource that is encrypted as a whole, in bytes.
    private static let maximumSize = 256 << 20

    let keys: [ContentKey]
    let ciphers: [KeyIdentifier: AES128]
    /// The decryptors of the last initialization sections.
    private var decryptors: [Source: FragmentDecryptor] = [:]
    /// The ciphers of keys in files, by path.
    private var fileCiphers: [String: AES128] = [:]

    /// An initialization section with the key that a playlist declares for all of its tracks.
    private struct Source: Hashable {
        var section: ProtectedResource.Section
        var key: EncryptionKey?
    }

    init(keys: [ContentKey]) throws(ProtectionError) {
        self.keys = keys
        ciphers = try keys.ciphers()
    }

    /// Writes the decrypted resource to a new file, and sets its clear ranges. Returns whether it was encrypted.
    mutating func decrypt(_ resource: inout ProtectedResource, to path: String) throws -> Bool {
        let content = try MappedFile(path: resource.url.path(percentEncoded: false)).content
        var sink = try FileOperationSink(path: path, replacing: false)
        let wasEncrypted = try decrypt(content, &resource, to: &sink)
        try sink.finish()
        return wasEncrypted
    }

    private mutating func decrypt(
        _ content: ByteSlice, _ resource: inout ProtectedResource, to sink: inout FileOperationSink
    ) throws -> Bool {
        func write(_ piece: ByteSlice) throws { try sink.perform([.append(ByteRope(piece))]) }
        if resource.uses.contains(where: { $0.wholeKey != nil }) {
            try decryptRanges(of: content, &resource, write)
        } else if let file = try fragments(of: content, resource) {
            try file.decrypt(write)
            for range in resource.uses.compactMap(\.range) {
                let start = file.clearOffset(range.offset)
                resource.clearRanges[range] = ByteRange(
                    offset: start, length: file.clearOffset(range.end) - start)
            }
        } else {
            try write(content)
            return false
        }
        return true
    }

    /// Decrypts ranges that are encrypted as a whole. Other bytes between them are copied.
    private mutating func decryptRanges(
        of content: ByteSlice, _ resource: inout ProtectedResource, _ write: (ByteSlice) throws -> Void
    ) throws {
        var (end, clearEnd) = (0, 0)
        func copy(upTo offset: Int) throws {
            try write(content.slice(end..<offset))
            (clearEnd, end) = (clearEnd + offset - end, offset)
        }
        // A file that several playlists list has one use for each of them.
        let uses = resource.uses.sorted {
            ($0.range?.offset ?? 0, $0.sequence ?? 0) < ($1.range?.offset ?? 0, $1.sequence ?? 0)
        }
        for use in uses {
            let range = use.range ?? ByteRange(offset: 0, length: content.count)
            guard use.range == nil || resource.clearRanges[range] == nil, end < content.count else { continue }
            guard range.offset >= end, range.end <= content.count else {
                throw DecryptionFailure("its byte range \(range) overlaps another one or exceeds the file")
            }
            try copy(upTo: range.offset)
            let start = clearEnd
            if let key = use.wholeKey {
                let clear = try decryptWhole(content.slice(range.offset..<range.end), key, use)
                try write(clear)
                (end, clearEnd) = (range.end, clearEnd + clear.count)
            } else {
                try copy(upTo: range.end)
            }
            if let stored = use.range {
                resource.clearRanges[stored] = ByteRange(offset: start, length: clearEnd - start)
            }
        }
        try copy(upTo: content.count)
    }

    private mutating func decryptWhole(
        _ bytes: ByteSlice, _ key: EncryptionKey, _ use: ProtectedResource.Use
    ) throws -> ByteSlice {
        guard bytes.count <= Self.maximumSize else {
            throw DecryptionFailure("it exceeds \(Self.maximumSize >> 20) MiB, the limit of METHOD=AES-128")
        }
        let vector = try key.vector(ofSegment: use.sequence)
        return try SegmentCipher(cipher(of: key, use.base)).decrypt(ByteRope(bytes), vector)
    }

    /// Returns the cipher of a key: of its KEYID or the identifier in its URI, of its file, or of the only given key.
    private mutating func cipher(of key: EncryptionKey, _ base: URL) throws -> AES128 {
        if let id = key.identifier, let cipher = ciphers[id] { return cipher }
        if let cipher = cipher(inFile: key, base) { return cipher }
        if ciphers.count == 1, let only = ciphers.first { return only.value }
        throw DecryptionFailure(
            "its key '\(key.uri.prefix(200))' is not a file next to the playlist, its URI contains no identifier of a given key, and "
                + (ciphers.isEmpty ? "no key was given" : "\(ciphers.count) keys were given"))
    }

    /// Returns the cipher of a key in a file; nil for keys elsewhere and files that are not a key.
    private mutating func cipher(inFile key: EncryptionKey, _ base: URL) -> AES128? {
        guard let url = URL(string: key.uri, relativeTo: base), url.isFileURL else { return nil }
        let path = url.path(percentEncoded: false)
        if let known = fileCiphers[path] { return known }
        let cipher = try? Self.cipher(ofFile: path)
        fileCiphers[path] = cipher
        return cipher
    }

    /// Reads a key of 16 bytes into protected memory.
    private static func cipher(ofFile path: String) throws -> AES128 {
        try MappedFile(path: path).content.withUnsafeBytes { bytes in try AES128(key: bytes) }
    }

    /// Returns the decryption of fragmented MP4; nil for files that are copied.
    private mutating func fragments(of content: ByteSlice, _ resource: ProtectedResource) throws -> FileDecryption? {
        let isEncrypted = resource.uses.contains { !$0.keys.isEmpty }
        guard FileDecryption.recognizes(content) else {
            guard !isEncrypted || resource.uses.allSatisfy({ $0.sequence == nil }) else {
                throw DecryptionFailure("samples can be decrypted in fragmented MP4 only")
            }
            return nil
        }
        let sections = Set(resource.uses.compactMap(\.section)).filter { $0.url != resource.url }
        guard sections.count <= 1 else {
            throw DecryptionFailure("it is used with several initialization sections, which is not supported")
        }
        let use = resource.uses.first { $0.sampleKey != nil }
        let fallback = use.flatMap { use in use.sampleKey.flatMap { cipher(inFile: $0, use.base) } }
        let initialization = try sections.first.map { try decryptor(of: $0, use?.sampleKey, fallback) }
        guard
            isEncrypted || initialization?.isProtected == true || resource.uses.contains(where: { $0.sequence == nil })
        else { return nil }
        let file = try FileDecryption(content, initialization: initialization, keys: ciphers, fallback: fallback)
        return file.isProtected ? file : nil
    }

    private mutating func decryptor(
        of section: ProtectedResource.Section, _ key: EncryptionKey?, _ fallback: AES128?
    ) throws -> FragmentDecryptor {
        let source = Source(section: section, key: key)
        if let known = decryptors[source] { return known }
        var content = try MappedFile(path: section.url.path(percentEncoded: false)).content
        if let range = section.range {
            guard range.end <= content.count else {
                throw DecryptionFailure(
                    "its initialization section \(range) exceeds '\(section.url.lastPathComponent)'")
            }
            content = content.slice(range.offset..<range.end)
        }
        let decryptor = try FragmentDecryptor(content, keys: ciphers, fallback: fallback)
        // Bounds memory; playlists use one section after another.
        if decryptors.count >= 64 { decryptors = [:] }
        decryptors[source] = decryptor
        return decryptor
    }
}
