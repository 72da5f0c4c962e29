import ContentProtection
import Foundation
import Media
import ProtectionStages
import StageKit
import SystemFiles

/// Clear copies of encrypted files of movie fragments.
enum MovieDecryption {
    /// Returns the clear copy of a file, which has no name any more; the same file if it is not encrypted.
    static func clear(
        _ file: MappedFile, of path: String, _ options: KeySourceOptions
    ) throws(StageError) -> MappedFile {
        let keys = try GivenKeys(options).keys
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
        // The mapping remains.
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            let content = file.content
            guard FileDecryption.recognizes(content) else { return file }
            let decryption = try FileDecryption(content, keys: try keys.ciphers())
            guard decryption.isProtected else { return file }
            // Other users cannot read the copy.
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            let copy = folder.appending(path: "clear.mp4").path(percentEncoded: false)
            var sink = try FileOperationSink(path: copy, replacing: false)
            try decryption.decrypt { try sink.perform([.append(ByteRope($0))]) }
            try sink.finish()
            return try MappedFile(path: copy)
        } catch ProtectionError.missingKey(let identifier) {
            throw StageError(
                .unreadableInput,
                "'\(path)' cannot be decrypted: no key with the KID \(identifier); add it to the source of 'keys'")
        } catch {
            throw StageError(.unreadableInput, "'\(path)' cannot be decrypted: \(error)")
        }
    }
}
