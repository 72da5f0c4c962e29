import PublicationJournal
import HLS
import Media
import StageKit

/// The numbers in use by the files and playlists of earlier runs, as found in the output.
///
/// Replaces lost records and corrects records that lack the newest numbers, so that no file name is used twice and no
/// sequence number of a playlist decreases.
struct PublishedNumbers: Sendable, Hashable {
    /// The numbers of one rendition.
    private struct Numbers: Sendable, Hashable {
        var iFrameMediaSequence = 0
        var initializationCount = 0
        var fileCount = 0
    }

    /// The number of the next segment's file name, from 0.
    private(set) var nextNumber = 0
    /// The media sequence number of the next segment.
    private(set) var mediaSequence = 0
    /// The discontinuity sequence number at the end of the playlists.
    private(set) var discontinuitySequence = 0
    /// The longest target duration; nil if no playlist can be read.
    private(set) var target: TargetDuration?
    /// Whether a playlist has an `EXT-X-ENDLIST` tag.
    private(set) var hasEnded = false
    private var renditions: [String: Numbers] = [:]
    /// The numbers of renditions without files and playlists.
    private var unknown = Numbers()
    /// The numbers of thumbnail images.
    private(set) var images = PublishedImages()

    /// Upper bounds when no used numbers are known: at most ten segments and one discontinuity per second since 1970.
    init(unknownAt now: Int64) {
        nextNumber = Int(clamping: max(0, now) / EarlierRun.minimumInterval)
        mediaSequence = nextNumber
        discontinuitySequence = Int(clamping: max(0, now) / 1000)
    }

    /// 2026-01-01 00:00:00 UTC in milliseconds since 1970. Numbers since then have fewer than 32 bits until 2032, which
    /// older players require.
    private static let firstDate: Int64 = 1_767_225_600_000

    /// Numbers of a run whose predecessors left no records: at most ten segments and one discontinuity per second.
    init(unrecordedAt now: Int64) {
        self.init(unknownAt: max(0, now - Self.firstDate))
        unknown = Numbers(
            iFrameMediaSequence: nextNumber, initializationCount: discontinuitySequence,
            fileCount: discontinuitySequence)
        images = PublishedImages(nextNumber: nextNumber, mediaSequence: mediaSequence)
    }

    /// Extracts the numbers from file names and playlists; nil if there are neither. `paths` are the paths of files
    /// other than playlists.
    init?(_ playlists: [String: [UInt8]], paths: some Sequence<String>, layout: PlaylistLayout, now: Int64) {
        var hasFiles = false
        for path in paths { if add(path: path, layout) { hasFiles = true } }
        for (path, bytes) in playlists { add(playlist: bytes, at: path, layout) }
        guard hasFiles || target != nil else { return nil }
        guard target == nil else { return }
        // Without a playlist the media sequence is unknown, except that each number had a file.
        let unknown = PublishedNumbers(unknownAt: now)
        mediaSequence = nextNumber
        discontinuitySequence = unknown.discontinuitySequence
        for id in renditions.keys { renditions[id]?.iFrameMediaSequence = unknown.nextNumber }
    }

    /// Whether playlists were published that the records do not contain.
    func isAhead(of saved: SavedPresentation) -> Bool {
        guard target != nil else { return false }
        return mediaSequence > saved.nextMediaSequence || discontinuitySequence > saved.nextDiscontinuitySequence
    }

    /// Skips numbers that may have been used.
    mutating func skip(_ count: Int) {
        nextNumber += count
        mediaSequence += count
        for id in renditions.keys { renditions[id]?.iFrameMediaSequence += count }
    }

    /// A rendition without listed segments that continues these numbers.
    func rendition(_ id: String) -> SavedRendition {
        var rendition = SavedRendition(record: RenditionRecord())
        raise(&rendition, id)
        return rendition
    }

    /// Raises the numbers of a rendition to these; if it lists segments, only the numbers of its files.
    func raise(_ rendition: inout SavedRendition, _ id: String) {
        let numbers = renditions[id] ?? unknown
        rendition.record.nextNumber = max(rendition.record.nextNumber, nextNumber)
        rendition.record.fileCount = max(rendition.record.fileCount, numbers.fileCount)
        if rendition.record.initializationCount < numbers.initializationCount {
            rendition.record.initializationCount = numbers.initializationCount
            // The current initialization segment is stored again under a new name.
            rendition.initialization = []
        }
        guard rendition.segments.isEmpty else { return }
        rendition.record.mediaSequence = max(rendition.record.mediaSequence, mediaSequence)
        rendition.record.discontinuitySequence = max(rendition.record.discontinuitySequence, discontinuitySequence)
        rendition.record.iFrameMediaSequence = max(
            rendition.record.iFrameMediaSequence, numbers.iFrameMediaSequence)
        rendition.record.iFrameDiscontinuitySequence = max(
            rendition.record.iFrameDiscontinuitySequence, discontinuitySequence)
    }
}

// Parsing.
extension PublishedNumbers {
    /// Adds a file by its name. Returns false if it is not a rendition's file.
    private mutating func add(path: String, _ layout: PlaylistLayout) -> Bool {
        let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return false }
        return add(name: String(parts[1]), of: String(parts[0]), layout)
    }

    @discardableResult
    private mutating func add(name: String, of id: String, _ layout: PlaylistLayout) -> Bool {
        if let number = FileNumber.read(name, prefix: layout.segmentPrefix) {
            // File names contain numbers from 1, `nextNumber` is from 0.
            nextNumber = max(nextNumber, number)
        } else if let number = FileNumber.read(name, first: "init") {
            renditions[id, default: Numbers()].initializationCount.raise(to: number)
        } else if let number = FileNumber.read(name, first: "media") {
            renditions[id, default: Numbers()].fileCount.raise(to: number)
        } else {
            return false
        }
        if renditions[id] == nil { renditions[id] = Numbers() }
        return true
    }

    private mutating func add(playlist bytes: [UInt8], at path: String, _ layout: PlaylistLayout) {
        let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 2, case .media(let playlist)? = try? Playlist.parse(bytes, tolerance: .tolerant).playlist,
            !playlist.listsImages
        else { return }
        let id = String(parts[0])
        let end = playlist.mediaSequence + playlist.segments.count
        let discontinuities = (playlist.discontinuitySequence ?? 0) + playlist.segments.count { $0.isDiscontinuity }
        guard end < .max / 4, discontinuities < .max / 4 else { return }
        if playlist.isIFramesOnly {
            renditions[id, default: Numbers()].iFrameMediaSequence.raise(to: end)
        } else if parts[1] == layout.playlistName {
            mediaSequence.raise(to: end)
            target = max(target ?? TargetDuration(seconds: 1), TargetDuration(seconds: playlist.targetDuration))
            hasEnded = hasEnded || playlist.hasEndList
        } else {
            return
        }
        discontinuitySequence.raise(to: discontinuities)
        for segment in playlist.segments {
            add(name: PlaylistLayout.name(segment.uri), of: id, layout)
            if let map = segment.initialization { add(name: PlaylistLayout.name(map.uri), of: id, layout) }
        }
    }
}

/// The numbers in use by thumbnail images and their playlists.
struct PublishedImages: Sendable, Hashable {
    /// The number of the next file, from 0.
    private(set) var nextNumber = 0
    /// The media sequence number of the next entry.
    private(set) var mediaSequence = 0

    /// Numbers of known values.
    init(nextNumber: Int = 0, mediaSequence: Int = 0) {
        (self.nextNumber, self.mediaSequence) = (nextNumber, mediaSequence)
    }

    /// Extracts the numbers of one folder from the state that an earlier run left.
    init(_ resumption: Resumption, folder id: String, playlistName: String, record: ImageRecord? = nil) {
        (nextNumber, mediaSequence) = (record?.nextNumber ?? 0, record?.mediaSequence ?? 0)
        for path in [Array(resumption.files.keys), Array(resumption.unrecorded)].joined()
        where path.hasPrefix(id + "/") {
            nextNumber.raise(to: FileNumber.read(String(path.dropFirst(id.count + 1)), prefix: "image-") ?? 0)
        }
        guard let bytes = resumption.playlists["\(id)/\(playlistName)"],
            case .media(let playlist)? = try? Playlist.parse(bytes, tolerance: .tolerant).playlist, playlist.listsImages
        else { return }
        mediaSequence.raise(to: min(playlist.mediaSequence + playlist.segments.count, .max / 4))
        for segment in playlist.segments {
            nextNumber.raise(to: FileNumber.read(PlaylistLayout.name(segment.uri), prefix: "image-") ?? 0)
        }
    }
}

extension Int {
    fileprivate mutating func raise(to other: Int) { self = Swift.max(self, other) }
}

extension MediaPlaylist {
    fileprivate var listsImages: Bool {
        segments.first?.unknownTags.contains { $0.name == UnknownTag.imagesOnly.name } ?? false
    }
}

extension SavedPresentation {
    /// The highest discontinuity sequence number at the end of a rendition's playlist.
    var nextDiscontinuitySequence: Int {
        renditions.values.map { $0.record.discontinuitySequence + $0.segments.count { $0.entry.isDiscontinuity } }
            .max() ?? 0
    }
}
