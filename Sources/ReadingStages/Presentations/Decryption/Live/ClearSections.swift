import AssetDownloading
import ContentProtection
import Foundation
import HLS
import Media
import SystemFiles

/// The initialization sections of a live playlist, with clear copies in files.
///
/// Key periods have sections that differ in their key identifiers only. Their clear copies are one file, so that the
/// demuxer does not start again.
struct ClearSections {
    /// The maximum number of sections in memory.
    private static let maximumCount = 64

    struct Source: Hashable {
        var uri: String
        var range: ByteRange?
        var keys: [EncryptionKey]
    }

    private var sections: [Source: ByteSlice] = [:]
    private var places: [[UInt8]: URL] = [:]

    func bytes(of source: Source) -> ByteSlice? { sections[source] }

    mutating func add(_ bytes: ByteSlice, of source: Source) {
        if sections.count >= Self.maximumCount { sections = [:] }
        sections[source] = bytes
    }

    /// Returns the file of a section without encryption, which is written if it is new.
    mutating func place(of section: ByteSlice, in folder: URL) throws(AssetDownloadError) -> URL {
        let clear: [UInt8]
        do { clear = try FragmentDecryptor(section, keys: [:]).initialization } catch {
            throw AssetDownloadError(.malformed, "an initialization section cannot be decrypted: \(error)")
        }
        if let known = places[clear] { return known }
        if places.count >= Self.maximumCount { places = [:] }
        let place = folder.appending(path: "init-\(UUID().uuidString).mp4")
        try Self.write(ByteRope(ByteSlice(copying: clear)), to: place)
        places[clear] = place
        return place
    }

    /// Writes a new file, in a folder that is created if necessary.
    static func write(_ rope: ByteRope, to place: URL) throws(AssetDownloadError) {
        do {
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            var sink = try FileOperationSink(path: place.path(percentEncoded: false), replacing: false)
            try sink.perform([.append(rope)])
            try sink.finish()
        } catch {
            throw AssetDownloadError(.disk, "'\(place.path)' cannot be written: \(error)")
        }
    }
}
