import AssetDownloading
import ContentProtection
import Foundation
import HLS
import Media
import SystemFiles

/// Replaces the segments of a live playlist with clear copies in files, which a demuxer reads instead.
///
/// Copies start close to the live edge, where the demuxer starts. Memory is that of one segment, and disk space that of
/// the retained segments.
struct LiveDecryption: PlaylistPreparing {
    /// The number of segments to copy at first. GStreamer starts three segments before the end.
    private static let initialCount = 4
    /// The number of copies to retain for a demuxer that is behind.
    private static let retainedCount = 32
    private static let maximumSize = 256 << 20
    private static let maximumSectionSize = 16 << 20

    private let folder: URL
    private let keys: LiveKeys
    /// The copies by media sequence number.
    private var copies: [Int: Copy] = [:]
    private var sections = ClearSections()
    /// The media sequence number of the next segment to copy; nil before the first one.
    private var next: Int?
    /// The number of files, for their names.
    private var count = 0

    private struct Copy {
        /// The file; nil for segments that the server does not have.
        var file: URL?
        var section: InitializationSection?
    }

    /// Copies segments to a new folder.
    init(into folder: URL, keys: LiveKeys) { (self.folder, self.keys) = (folder, keys) }

    mutating func prepare(
        _ loaded: PlaylistSource.Loaded, from source: PlaylistSource
    ) async throws(AssetDownloadError) -> MediaPlaylist {
        var playlist = loaded.playlist
        let end = playlist.mediaSequence + playlist.segments.count
        // Numbers decrease if the server starts a new presentation.
        if let last = next, end < last { restart() }
        let start = playlist.hasEndList ? playlist.mediaSequence : max(playlist.mediaSequence, end - Self.initialCount)
        var section: InitializationSection?
        for index in playlist.segments.indices {
            let (segment, sequence) = (playlist.segments[index], playlist.mediaSequence + index)
            if sequence >= next ?? start {
                if !segment.isGap { copies[sequence] = try await copy(segment, sequence, loaded, source) }
                next = sequence + 1
            }
            let copy = copies[sequence]
            section = copy?.section ?? section
            playlist.segments[index].initialization = section
            playlist.segments[index].keys = []
            // The demuxer continues after segments that a server has removed.
            if let copy, copy.file == nil { playlist.segments[index].isGap = true }
            guard !playlist.segments[index].isGap else { continue }
            playlist.segments[index].uri = (copy?.file ?? folder.appending(path: "missing")).absoluteString
            playlist.segments[index].byteRange = nil
        }
        if !playlist.hasEndList { removeCopies(before: (next ?? 0) - Self.retainedCount) }
        return playlist
    }

    private mutating func restart() {
        removeCopies(before: .max)
        next = nil
    }

    private mutating func removeCopies(before sequence: Int) {
        for (number, copy) in copies where number < sequence {
            if let file = copy.file { try? FileManager.default.removeItem(at: file) }
            copies[number] = nil
        }
    }

    // MARK: Copying

    private mutating func copy(
        _ segment: MediaSegment, _ sequence: Int, _ loaded: PlaylistSource.Loaded, _ source: PlaylistSource
    ) async throws(AssetDownloadError) -> Copy {
        let uri = try loaded.absolute(segment.uri, isKey: false)
        var reading = SegmentReading(keys: keys, loaded: loaded, source: source)
        var bytes: ByteSlice
        do throws(AssetDownloadError) {
            bytes = ByteSlice(copying: try await source.load(uri, range: segment.byteRange, limit: Self.maximumSize))
        } catch {
            guard case .status(404) = error.kind else { throw error }
            return Copy()
        }
        bytes = try await reading.clear(bytes, of: uri, keys: segment.keys, sequence: sequence)
        guard let initialization = segment.initialization else {
            try reading.requireClearSamples(segment.keys, uri)
            return Copy(file: try write(ByteRope(bytes), like: segment.uri))
        }
        let section = try await self.section(initialization, loaded, source, reading)
        let rope = try await reading.clearSamples(bytes, of: uri, keys: segment.keys, section: section)
        let place = try sections.place(of: section, in: folder)
        return Copy(
            file: try write(rope, like: segment.uri), section: InitializationSection(uri: place.absoluteString))
    }

    /// Returns the bytes of an initialization section, whose samples may be encrypted.
    private mutating func section(
        _ section: InitializationSection, _ loaded: PlaylistSource.Loaded, _ source: PlaylistSource,
        _ reading: SegmentReading
    ) async throws(AssetDownloadError) -> ByteSlice {
        let uri = try loaded.absolute(section.uri, isKey: false)
        let identity = ClearSections.Source(uri: uri, range: section.byteRange, keys: section.keys)
        if let known = sections.bytes(of: identity) { return known }
        let stored = try await source.load(uri, range: section.byteRange, limit: Self.maximumSectionSize)
        var reading = reading
        let bytes = try await reading.clear(ByteSlice(copying: stored), of: uri, keys: section.keys, sequence: nil)
        sections.add(bytes, of: identity)
        return bytes
    }

    /// Writes a copy to a new file with the suffix of the segment.
    private mutating func write(_ rope: ByteRope, like uri: String) throws(AssetDownloadError) -> URL {
        let suffix = uri.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last?.split(separator: ".").last ?? ""
        let isName = suffix.utf8.count <= 4 && suffix.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let place = folder.appending(path: "\(count)" + (isName ? ".\(suffix)" : ""))
        count += 1
        try ClearSections.write(rope, to: place)
        return place
    }
}
