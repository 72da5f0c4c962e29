import HLS
import Media
import StageKit
import SystemFiles

/// The segments of an archive in a range of dates, as the playlists of a window list them.
struct ArchiveWindowState {
    private let name: String
    private let selection: PresentationSelection
    private let limits: PresentationLimits
    private let prefix: String
    private(set) var archive: ArchivePlaylists
    /// The media playlists of the window by their paths, whose URIs lead to the files of the archive.
    private var parts: [String: MediaPlaylist] = [:]
    /// The dates of the segments of the first variant, in milliseconds, with which other playlists are aligned.
    private var leading: Range<Int64> = 0..<0
    /// The versions of files that several segments share.
    private var versions: [String: MovieVersion?] = [:]
    private(set) var hasEnded = false
    private var type = MediaPlaylist.PlaylistType.vod
    private var missingCount = 0
    /// The first file that a playlist lists, for noticing a replaced archive.
    private var firstFile: (path: String, version: MovieVersion)?

    /// Throws `range-not-satisfiable` if the archive has no segments in the range.
    init(
        _ name: String, in folder: MovieFolder, _ selection: PresentationSelection, prefix: String,
        _ limits: PresentationLimits, at now: WallTime
    ) throws(StageError) {
        (self.name, self.selection, self.prefix, self.limits) = (name, selection, prefix, limits)
        archive = try ArchivePlaylists(name, in: folder)
        guard let dates = archive.dates else {
            throw StageError(
                .unsupportedMedia,
                "'\(name)' has no segment with a date; record with program-date-time: true in hls.playlist")
        }
        try validate(dates, isRunning: archive.isRunning(at: now))
        for path in archive.leadingFirst {
            guard let playlist = archive.media[path]?.playlist else { continue }
            // Playlists of subtitles can be empty.
            let dates = playlist.segmentDates ?? []
            let range = segments(of: path, playlist, dates)
            parts[path] = try rewritten(playlist.part(range, dates), of: path, at: now)
        }
        try validateCount()
        guard archive.variantPaths.contains(where: { parts[$0]?.segments.isEmpty == false }) else {
            throw Self.unsatisfiable("'\(name)' has no media in the range; \(Self.text(dates))")
        }
        updateEnd(at: now)
        type = hasEnded ? .vod : .event
    }

    /// Lists the segments that were appended. Returns whether the playlists change; nil if the window has to be opened
    /// again, because the archive was replaced or the segments that follow have expired.
    mutating func extend(at now: WallTime) throws(StageError) -> Bool? {
        guard archive.fileState(MoviePresentation.playlistName) != nil else { return nil }
        if let firstFile, let state = archive.fileState(firstFile.path),
            MovieVersion(archived: state) != firstFile.version
        {
            return nil
        }
        guard !hasEnded else { return false }
        let changed = try archive.reread()
        var hasChanged = false
        for path in changed.isEmpty ? [] : archive.leadingFirst {
            guard let part = parts[path], let playlist = archive.media[path]?.playlist else { continue }
            let next = part.mediaSequence + part.segments.count
            let end = playlist.mediaSequence + playlist.segments.count
            guard playlist.mediaSequence <= next, end >= next else { return nil }
            guard let dates = playlist.segmentDates, end > next else { continue }
            let range = segments(of: path, playlist, dates)
                .clamped(to: next - playlist.mediaSequence..<playlist.segments.count)
            guard !range.isEmpty else { continue }
            var added = playlist
            added.segments = Array(playlist.segments[range])
            let segments = try rewritten(added, of: path, at: now).segments
            if part.segments.isEmpty { parts[path]?.mediaSequence = playlist.mediaSequence + range.lowerBound }
            parts[path]?.segments += segments.map { segment in
                var segment = segment
                segment.parts = []
                return segment
            }
            hasChanged = true
        }
        try validateCount()
        updateEnd(at: now)
        return hasChanged || hasEnded
    }

    /// The maximum difference between the ends of renditions, in milliseconds.
    private static let misalignment: Int64 = 250

    /// The segments of a playlist in the window: for the first variant, the segments that overlap the range; for
    /// others, the segments that are aligned with the first variant's.
    private mutating func segments(of path: String, _ playlist: MediaPlaylist, _ dates: [DateTime]) -> Range<Int> {
        guard path == archive.leadingFirst.first else { return playlist.segments(alignedWith: leading, dates) }
        let range = playlist.segments(from: selection.from, to: selection.to, dates)
        guard !range.isEmpty else { return range }
        let end = dates[range.upperBound - 1] + playlist.segments[range.upperBound - 1].duration
        let start = leading.isEmpty ? dates[range.lowerBound].milliseconds : leading.lowerBound
        leading = start..<max(start, end.milliseconds)
        return range
    }

    /// The window ends when it is covered, or when no segments follow.
    private mutating func updateEnd(at now: WallTime) {
        let isCovered =
            selection.to.flatMap { to in
                archive.dates.map { dates in
                    leading.upperBound >= to.milliseconds
                        && dates.end.milliseconds >= leading.upperBound - Self.misalignment
                }
            } ?? false
        hasEnded = isCovered || !archive.isRunning(at: now)
    }

    private func validate(_ dates: (start: DateTime, end: DateTime), isRunning: Bool) throws(StageError) {
        if let to = selection.to, to.milliseconds <= dates.start.milliseconds {
            let reason = archive.media.values.contains { $0.playlist.mediaSequence > 0 } ? " has expired" : ""
            throw Self.unsatisfiable(
                "the range ends at \(to.shortDescription), before the start of '\(name)'"
                    + (reason.isEmpty ? "" : ", whose earlier part\(reason)") + "; \(Self.text(dates))")
        }
        if let from = selection.from, from.milliseconds >= dates.end.milliseconds {
            throw Self.unsatisfiable(
                "the range starts at \(from.shortDescription), after the end of '\(name)'"
                    + (isRunning ? ", which is still being recorded" : "") + "; \(Self.text(dates))")
        }
    }

    private static func text(_ dates: (start: DateTime, end: DateTime)) -> String {
        "it has media from \(dates.start.shortDescription) to \(dates.end.shortDescription)"
    }

    private static func unsatisfiable(_ message: String) -> StageError {
        StageError("range-not-satisfiable", message)
    }

    private func validateCount() throws(StageError) {
        guard parts.values.reduce(0, { $0 + $1.segments.count }) <= limits.segments else {
            throw StageError(
                .limitReached, "the range of '\(name)' has more than \(limits.segments) segments; select a shorter one")
        }
    }
}

// The URIs of files.
extension ArchiveWindowState {
    private func version(of path: String) -> MovieVersion? {
        guard let decoded = ArchivePath.decoded(path), ArchivePath.contentType(decoded) != nil else { return nil }
        return archive.fileState(path).map { MovieVersion(archived: $0) }
    }

    private mutating func sharedVersion(of path: String) -> MovieVersion? {
        if let known = versions[path] { return known }
        let version = version(of: path)
        versions[path] = version
        return version
    }

    /// The name of files outside of the archive in its playlists.
    private static let outside = "outside"

    /// Returns a URI that leads from the playlist at `path` to a file of the archive; the URL below the archive if the
    /// file is missing or outside.
    private mutating func reference(
        _ uri: String, from path: String, prefix: String, isShared: Bool
    ) -> (uri: String, isMissing: Bool) {
        guard let target = ArchivePath.resolve(uri, from: path) else { return (prefix + Self.outside, true) }
        let version = isShared ? sharedVersion(of: target) : version(of: target)
        if let version, firstFile == nil, !isShared { firstFile = (target, version) }
        return (prefix + (version.map { "\($0)/" } ?? "") + target, version == nil)
    }

    private mutating func rewritten(
        _ playlist: MediaPlaylist, of path: String, at now: WallTime
    ) throws(StageError) -> MediaPlaylist {
        var playlist = playlist
        let isEntry = archive.multivariant == nil
        let up = isEntry ? "" : ArchivePath.toArchive(from: path)
        let isRunning = archive.isRunning(at: now)
        for index in playlist.segments.indices {
            var segment = playlist.segments[index]
            if segment.byteRange != nil, !playlist.isIFramesOnly, isRunning {
                throw StageError(
                    .unsupportedMedia,
                    "the segments of '\(name)' are byte ranges of files that still grow; record with packaging: files in "
                        + "hls.playlist, or request the range when the archive has ended")
            }
            let (uri, isMissing) = reference(
                segment.uri, from: path, prefix: up, isShared: segment.byteRange != nil)
            segment.uri = uri
            var isUnusable = isMissing
            let keys = rewritten(segment.keys, from: path, prefix: up)
            isUnusable = isUnusable || keys.count < segment.keys.count
            segment.keys = keys
            if var section = segment.initialization {
                let (uri, isMissing) = reference(section.uri, from: path, prefix: up, isShared: true)
                let keys = rewritten(section.keys, from: path, prefix: up)
                isUnusable = isUnusable || isMissing || keys.count < section.keys.count
                (section.uri, section.keys) = (uri, keys)
                segment.initialization = section
            }
            segment.dateRanges.removeAll(where: Self.leadsOutside)
            if isUnusable, !segment.isGap {
                segment.isGap = true
                missingCount += playlist.isIFramesOnly ? 0 : 1
            }
            playlist.segments[index] = segment
        }
        playlist.upcoming?.dateRanges.removeAll(where: Self.leadsOutside)
        return playlist
    }

    /// Returns the keys at URIs that lead to the archive or to key servers.
    private mutating func rewritten(_ keys: [EncryptionKey], from path: String, prefix: String) -> [EncryptionKey] {
        keys.compactMap { key in
            if ArchivePath.isKeyServer(key.uri) || key.uri.isEmpty { return key }
            var key = key
            let (uri, isMissing) = reference(key.uri, from: path, prefix: prefix, isShared: true)
            key.uri = uri
            return isMissing ? nil : key
        }
    }

    /// Whether an attribute of a date range is the URI of media that no secure server delivers.
    private static func leadsOutside(_ range: DateRange) -> Bool {
        range.clientAttributes.contains { attribute in
            guard attribute.name.hasSuffix("-URI") || attribute.name.hasSuffix("-LIST"),
                case .string(let uri) = attribute.value
            else { return false }
            return !uri.lowercased().hasPrefix("https:")
        }
    }
}

// The presentation.
extension ArchiveWindowState {
    /// The playlists of the window.
    mutating func presentation(_ options: MoviePresentationOptions) throws(StageError) -> MoviePresentation {
        var files: [String: PresentedFile] = [:]
        var entry: PresentedFile?
        var digest = ""
        var size = 0
        for (path, part) in parts.sorted(by: { $0.key < $1.key }) {
            var part = part
            (part.type, part.hasEndList) = (type, hasEnded)
            let file = Self.file(part.text)
            size += file.count
            digest += StableDigest(part.text).text
            if archive.multivariant == nil { entry = file } else { files[ArchivePath.decoded(path) ?? path] = file }
        }
        guard size <= limits.storedBytes else {
            throw StageError(
                .limitReached, "the range of '\(name)' needs more than \(limits.storedBytes >> 20) MiB of playlists")
        }
        if let multivariant { entry = Self.file(multivariant.text) }
        var problems: [Problem] = []
        if missingCount > 0 {
            problems.append(
                Problem(
                    .warning, code: "missing-segments",
                    message:
                        "\(missingCount) segments of '\(name)' were removed, or their files or keys are outside of the "
                        + "archive; they are listed as gaps"))
        }
        return MoviePresentation(
            PresentedMedia(named: name), [], files, entries: entry.map { [MoviePresentation.playlistName: $0] } ?? [:],
            problems, options: options, isOutlined: false, revision: StableDigest(digest).text)
    }

    private static func file(_ text: String) -> PresentedFile {
        var file = PresentedFile(contentType: Playlist.contentType, isText: true)
        let data = ByteRope(Array(text.utf8))
        file.append(.stored(data), count: data.count)
        return file
    }

    /// The multivariant playlist of the window; nil for an archive of one media playlist.
    private var multivariant: MultivariantPlaylist? {
        mutating get {
            guard var playlist = archive.multivariant else { return nil }
            let entry = MoviePresentation.playlistName
            func moved(_ uri: String) -> String {
                ArchivePath.resolve(uri, from: entry).map { prefix + $0 } ?? uri
            }
            // A subtitle rendition without segments in the range cannot be played.
            playlist.renditions.removeAll { rendition in
                rendition.kind == .subtitles && isEmpty(rendition.uri)
            }
            playlist.variants.removeAll { isEmpty($0.uri) }
            playlist.iFrameVariants.removeAll { isEmpty($0.uri) }
            for index in playlist.variants.indices {
                playlist.variants[index].uri = moved(playlist.variants[index].uri)
                if let group = playlist.variants[index].subtitlesGroup,
                    !playlist.renditions.contains(where: { $0.kind == .subtitles && $0.groupID == group })
                {
                    playlist.variants[index].subtitlesGroup = nil
                }
            }
            for index in playlist.renditions.indices {
                playlist.renditions[index].uri = playlist.renditions[index].uri.map(moved)
            }
            for index in playlist.iFrameVariants.indices {
                playlist.iFrameVariants[index].uri = moved(playlist.iFrameVariants[index].uri)
            }
            playlist.sessionKeys = rewritten(playlist.sessionKeys, from: entry, prefix: "")
            // Thumbnails and the steering server belong to the whole archive.
            (playlist.contentSteering, playlist.start) = (nil, nil)
            playlist.unknownTags.removeAll { $0.name == "EXT-X-IMAGE-STREAM-INF" }
            playlist.sessionData.removeAll { if case .value = $0.content { false } else { true } }
            return playlist
        }
    }

    private func isEmpty(_ uri: String?) -> Bool {
        guard hasEnded, let path = uri.flatMap({ ArchivePath.resolve($0, from: MoviePresentation.playlistName) }) else {
            return false
        }
        return parts[path]?.segments.isEmpty ?? true
    }
}
