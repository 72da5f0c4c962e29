import AssetDownloading
import ContentProtection
import HLS
import Media
import PackagingStages
import SystemFiles

/// Loads and decrypts the segments of a media playlist in order, and reloads the playlist while it is live.
struct RenditionSegments: Sendable {
    /// A decrypted segment.
    struct Segment: Sendable {
        var content: SegmentContent
        var duration: MediaTime
        /// The number of the timeline: it increases at discontinuities.
        var discontinuity: Int
    }

    /// The maximum size of a segment in memory.
    private static let maximumSize = 256 << 20
    private static let maximumSectionSize = 16 << 20
    /// The maximum number of initialization sections in memory.
    private static let maximumSections = 16

    private struct SectionSource: Hashable {
        var uri: String
        var range: ByteRange?
        var keys: [EncryptionKey]
    }

    private let url: String
    private let source: PlaylistSource
    private let keys: LiveKeys
    private var sequence: SegmentSequence
    private var loaded: PlaylistSource.Loaded?
    private var sections: [SectionSource: ByteSlice] = [:]

    init(_ url: String, from source: PlaylistSource, keys: LiveKeys, isPrimary: Bool) {
        (self.url, self.source, self.keys) = (url, source, keys)
        // The other renditions are read from an earlier segment, so that they have media where the first one starts.
        sequence = SegmentSequence(additionalDistance: isPrimary ? 0 : 1)
    }

    /// Whether the playlist may change.
    var isLive: Bool { sequence.isLive }

    /// The target duration in seconds; 1 before the playlist is loaded.
    var targetDuration: Int { min(max(1, sequence.playlist?.targetDuration ?? 1), 3600) }

    /// Loads the playlist.
    mutating func load() async throws(AssetDownloadError) {
        let loaded = try await source.load(url)
        self.loaded = loaded
        _ = sequence.update(loaded.playlist)
    }

    /// Returns the next segment; nil at the end of the playlist. Waits for it while the playlist is live.
    mutating func next() async throws(AssetDownloadError) -> Segment? {
        while true {
            if loaded == nil { try await load() }
            while let entry = sequence.removeFirst() {
                if let segment = try await segment(entry) { return segment }
                sequence.skipMissing()
            }
            guard sequence.isLive else { return nil }
            try await reload()
        }
    }

    /// Reloads the playlist until it has changed.
    private mutating func reload() async throws(AssetDownloadError) {
        var (hasMore, failures) = (true, 0)
        while true {
            // The reload interval of RFC 8216bis 6.3.4: a target duration, or half of it if nothing changed.
            let target = Duration.seconds(targetDuration)
            try await source.wait(for: hasMore ? target : target / 2)
            do throws(AssetDownloadError) {
                let state = try await source.load(url)
                failures = 0
                loaded = state
                hasMore = sequence.update(state.playlist)
                if hasMore { return }
            } catch {
                failures += 1
                hasMore = false
                guard failures <= source.tolerance(of: error) else { throw error }
            }
        }
    }

    /// Loads a segment; nil if a live server does not have it. Keys may be late, and files are read while they are written.
    private mutating func segment(_ entry: SegmentSequence.Entry) async throws(AssetDownloadError) -> Segment? {
        var failures = 0
        while true {
            do throws(AssetDownloadError) {
                return Segment(
                    content: try await content(entry), duration: entry.segment.duration,
                    discontinuity: entry.discontinuity)
            } catch {
                guard sequence.isLive else { throw error }
                if case .status(404) = error.kind { return nil }
                failures += 1
                guard failures <= source.tolerance(of: error) else {
                    if case .disk = error.kind { return nil }
                    throw error
                }
                try await source.wait(for: .seconds(targetDuration) / 2)
            }
        }
    }

    private mutating func content(_ entry: SegmentSequence.Entry) async throws(AssetDownloadError) -> SegmentContent {
        guard let loaded else { preconditionFailure("segments are those of a loaded playlist") }
        let segment = entry.segment
        let uri = try loaded.absolute(segment.uri, isKey: false)
        let reading = SegmentReading(keys: keys, loaded: loaded, source: source)
        let resource = try await source.load(uri, range: segment.byteRange, limit: Self.maximumSize)
        let bytes = try await reading.clear(resource.bytes, of: uri, keys: segment.keys, sequence: entry.sequence)
        var content = SegmentContent(
            bytes, at: segment.byteRange?.offset ?? 0, of: resource.file, name: uri, isAfterGap: entry.isAfterGap)
        guard let initialization = segment.initialization else {
            try reading.requireClearSamples(segment.keys, uri)
            return content
        }
        let section = try await section(initialization, loaded, reading)
        (content.bytes, content.initialization) = try await reading.clearSamples(
            bytes, of: uri, keys: segment.keys, section: section)
        return content
    }

    /// Returns the bytes of an initialization section, whose samples may be encrypted.
    private mutating func section(
        _ section: InitializationSection, _ loaded: PlaylistSource.Loaded, _ reading: SegmentReading
    ) async throws(AssetDownloadError) -> ByteSlice {
        let uri = try loaded.absolute(section.uri, isKey: false)
        let identity = SectionSource(uri: uri, range: section.byteRange, keys: section.keys)
        if let known = sections[identity] { return known }
        let stored = try await source.load(uri, range: section.byteRange, limit: Self.maximumSectionSize)
        let bytes = try await reading.clear(stored.bytes, of: uri, keys: section.keys, sequence: nil)
        if sections.count >= Self.maximumSections { sections = [:] }
        sections[identity] = bytes
        return bytes
    }
}
