import ContentProtection
import Foundation
import HTTPServer
import ReadingStages
import HLSValidator
import Media
import SystemFiles

/// Writes clear copies of encrypted files and presentations.
enum DecryptCommand: Command {
    static let name = "decrypt"
    static let abstract = "Decrypt fragmented MP4, AES-128 segments or a folder with playlists."
    static let usage = "IN OUT"
    static let words = 2...2
    static var options: [CommandOption] {
        [
            .contentKey, .contentKeyFile,
            CommandOption("init", nil, .value("FILE"), "Initialization segment for a media segment; may be encrypted"),
            CommandOption(
                "iv", nil, .value("HEX"),
                "Initialization vector of a file with METHOD=AES-128; default: the vector in the key file"),
        ]
    }
    static let examples = [
        "movie-encrypted.mp4 movie.mp4 --key-file keys.json", "Output/movie Output/clear --key-file keys.json",
        "segment-1.m4s clear.m4s --init init.mp4 --key-file keys.json",
        "segment-1.ts clear.ts --key-file keys.json --iv 0x00000000000000000000000000000001",
    ]

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let keys = try arguments.contentKeys()
        let vector = try vector(arguments)
        let (input, output) = (URL(filePath: arguments.words[0]), URL(filePath: arguments.words[1]))
        do throws(DecryptionFailure) {
            if let playlist = try playlist(input) {
                guard arguments.value("init") == nil, vector == nil else {
                    throw DecryptionFailure("--init and --iv do not apply to playlists, which declare them")
                }
                try decrypt(playlist: playlist, to: output, keys)
            } else {
                guard !keys.isEmpty else { throw DecryptionFailure("no key; give it with --key-file or --key") }
                try decrypt(file: input, to: output, keys, initialization: arguments.value("init"), vector)
            }
            return .done
        } catch {
            Console.error("error: \(error)\n")
            return .runFailed
        }
    }

    private static func vector(_ arguments: Arguments) throws(UsageError) -> InitializationVector? {
        guard let text = arguments.value("iv") else { return nil }
        guard let vector = InitializationVector(hexadecimal: text) else {
            throw UsageError("--iv requires 32 hexadecimal digits")
        }
        return vector
    }

    // MARK: Presentations

    /// Returns the playlist of a folder, or the input if it is a playlist; nil for other files.
    private static func playlist(_ input: URL) throws(DecryptionFailure) -> URL? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: input.path, isDirectory: &isFolder), isFolder.boolValue else {
            return ["m3u8", "m3u"].contains(input.pathExtension.lowercased()) ? input : nil
        }
        let found: [(url: URL, name: String)]
        do { found = try SubjectPlaylists.find(input.path) } catch { throw DecryptionFailure("\(error)") }
        guard let first = found.first else { throw DecryptionFailure("'\(input.path)' contains no playlist") }
        guard found.count == 1 else {
            throw DecryptionFailure(
                "'\(input.path)' contains \(found.count) presentations; give one of their playlists, such as "
                    + "'\(first.name)'")
        }
        return first.url
    }

    private static func decrypt(playlist: URL, to output: URL, _ keys: [ContentKey]) throws(DecryptionFailure) {
        var presentation = try PresentationDecryption(reading: playlist)
        guard !FileManager.default.fileExists(atPath: output.path) else {
            throw DecryptionFailure("'\(output.path)' exists; choose another folder or remove it")
        }
        // A failure leaves nothing behind.
        let partial = partial(output)
        defer { try? FileManager.default.removeItem(at: partial) }
        do { try FileManager.default.createDirectory(at: partial, withIntermediateDirectories: true) } catch {
            throw DecryptionFailure("'\(partial.path)' cannot be created: \(error.localizedDescription)")
        }
        try presentation.decrypt(into: partial, keys: keys)
        guard presentation.isEncrypted else { throw DecryptionFailure("'\(playlist.path)' is not encrypted") }
        try move(partial, to: output)
    }

    // MARK: Files

    private static func decrypt(
        file input: URL, to output: URL, _ keys: [ContentKey], initialization: String?, _ vector: InitializationVector?
    ) throws(DecryptionFailure) {
        guard input.standardizedFileURL != output.standardizedFileURL else {
            throw DecryptionFailure("'\(output.path)' is the input; choose another file")
        }
        let partial = partial(output)
        defer { unlink(partial.path) }
        do {
            let content = try MappedFile(path: input.path).content
            guard FileDecryption.recognizes(content) else {
                let clear = try decryptWhole(content, keys, vector)
                try write(partial) { sink in try sink.perform([.append(ByteRope(clear))]) }
                return try move(partial, to: output)
            }
            let file = try fragments(content, keys, initialization)
            guard file.isProtected else { throw DecryptionFailure("'\(input.path)' has no encrypted tracks") }
            try write(partial) { sink in try file.decrypt { try sink.perform([.append(ByteRope($0))]) } }
            try move(partial, to: output)
        } catch let failure as DecryptionFailure {
            throw failure
        } catch let error as ProtectionError {
            throw DecryptionFailure("'\(input.path)': \(error)")
        } catch {
            throw DecryptionFailure("\(error)")
        }
    }

    private static func fragments(
        _ content: ByteSlice, _ keys: [ContentKey], _ initialization: String?
    ) throws -> FileDecryption {
        let ciphers = try keys.ciphers()
        let start = try initialization.map { try FragmentDecryptor(MappedFile(path: $0).content, keys: ciphers) }
        guard start != nil || FileDecryption.hasInitialization(content) else {
            throw DecryptionFailure("a media segment requires its initialization segment; give it with --init")
        }
        return try FileDecryption(content, initialization: start, keys: ciphers)
    }

    /// Decrypts a file with METHOD=AES-128.
    private static func decryptWhole(
        _ content: ByteSlice, _ keys: [ContentKey], _ vector: InitializationVector?
    ) throws -> ByteSlice {
        guard keys.count == 1, let key = keys.first else {
            throw DecryptionFailure("a file with METHOD=AES-128 requires exactly one key; \(keys.count) were given")
        }
        guard let vector = vector ?? key.vector else {
            throw DecryptionFailure(
                "a file with METHOD=AES-128 requires an initialization vector; give it with --iv, or decrypt the playlist"
            )
        }
        return try SegmentCipher(try key.cipher()).decrypt(ByteRope(content), vector)
    }

    private static func write(_ place: URL, _ body: (inout FileOperationSink) throws -> Void) throws {
        var sink = try FileOperationSink(path: place.path, replacing: true)
        try body(&sink)
        try sink.finish()
    }

    private static func partial(_ output: URL) -> URL {
        URL(filePath: output.path(percentEncoded: false).trimmingSlashes + ".part-\(getpid())")
    }

    private static func move(_ partial: URL, to output: URL) throws(DecryptionFailure) {
        let target = output.path(percentEncoded: false).trimmingSlashes
        guard rename(partial.path(percentEncoded: false), target) == 0 else {
            throw DecryptionFailure("'\(target)' cannot be written: \(SystemError(code: errno))")
        }
    }
}

extension String {
    /// The path without slashes at its end.
    fileprivate var trimmingSlashes: String {
        var path = self[...]
        while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
        return String(path)
    }
}
