import PublicationJournal
import HLS
import Media
import StageKit

/// The state that an earlier run left in the output, and the decision how to continue it. Made once, before the first
/// segment.
struct EarlierRun: Sendable {
    /// The records that this run continues; nil if it cannot use them.
    private(set) var saved: SavedPresentation?
    /// The numbers in use according to files and playlists, if records are lost or may lack the newest numbers.
    private var published: PublishedNumbers?
    /// The state found in the output, for content that has no records.
    private var resumption = Resumption()
    /// The removals of files.
    private(set) var leftovers: [Resource] = []
    /// The records to remove.
    private(set) var leftoverRecords: [String] = []
    /// The playlists in the output, by folder.
    private var playlistsByFolder: [Substring: Set<String>] = [:]
    /// A note for the user about how the run continues.
    private(set) var problem: Problem?
    /// The renditions that are not listed any more.
    private var retired: Set<String> = []
    /// Whether no sink records what this run publishes.
    private(set) var isUnrecorded = false
    /// The earliest date of media time zero with which no segment is dated before the end of the earlier run's; nil without
    /// dates.
    private(set) var earliestZero: WallTime?
    private let paths: RecordPaths
    private let layout: PlaylistLayout

    /// The shortest plausible interval between segments, in milliseconds. Bounds how many numbers were used in an
    /// unknown period.
    static let minimumInterval: Int64 = 100

    /// A run without an earlier run.
    init(paths: RecordPaths, layout: PlaylistLayout) {
        self.paths = paths
        self.layout = layout
    }

    /// A run whose sinks do not record what they publish. Its numbers depend on the date, so that it repeats no name of an
    /// earlier run. `now` is in milliseconds since 1970.
    init(unrecordedAt now: Int64, paths: RecordPaths, layout: PlaylistLayout) {
        self.init(paths: paths, layout: layout)
        published = PublishedNumbers(unrecordedAt: now)
        isUnrecorded = true
    }

    /// Decides how to continue an earlier run. `now` is in milliseconds since 1970.
    init(
        _ resumption: Resumption, options: HLSPlaylist.Options, paths: RecordPaths, layout: PlaylistLayout, now: Int64
    ) {
        self.init(paths: paths, layout: layout)
        let records = resumption.records.filter { paths.owns($0.key) }
        self.resumption = resumption
        for path in [resumption.files.keys.sorted(), resumption.retained.keys.sorted()].joined() where isPlaylist(path)
        {
            playlistsByFolder[Self.folder(of: path), default: []].insert(path)
        }
        if options.type == .vod {
            removeAllLater(resumption.files, records)
        } else {
            decide(resumption, records, options, now)
        }
    }

    private mutating func decide(
        _ resumption: Resumption, _ records: [String: [UInt8]], _ options: HLSPlaylist.Options, _ now: Int64
    ) {
        let former = resumption.earlier == .damaged ? nil : SavedPresentation(records, paths: paths)
        let isUnusable =
            resumption.earlier == .damaged || former == nil && records.keys.contains { !RecordPaths.isImages($0) }
        // Files that were recorded but never listed have names that no player knows.
        let names = resumption.unrecorded.union(isUnusable ? Set(resumption.files.keys) : [])
        published = PublishedNumbers(resumption.playlists, paths: names, layout: layout, now: now)
        if let former {
            continueRun(former, resumption, records, options, now)
        } else if isUnusable {
            leftoverRecords = records.keys.sorted()
            continueAfter(published ?? PublishedNumbers(unknownAt: now), resumption, now)
        } else {
            removeAllLater(resumption.files, records)
            guard let published else {
                return setNote(
                    "new presentation: the output contains nothing to continue")
            }
            continueAfter(published, resumption, now)
        }
    }

    /// Continues after the numbers found in files and playlists, because no records are usable.
    private mutating func continueAfter(_ numbers: PublishedNumbers, _ resumption: Resumption, _ now: Int64) {
        var numbers = numbers
        if resumption.mayLackFiles { numbers.skip(Self.skipped(since: resumption, now)) }
        published = numbers
        setNote(
            "new presentation after number \(numbers.mediaSequence): no usable record of the "
                + "earlier run, but its playlists and files use the numbers before it")
    }

    /// An upper bound of the numbers used since the last entry of the earlier run's journal.
    private static func skipped(since resumption: Resumption, _ now: Int64) -> Int {
        Int(clamping: max(0, now &- resumption.lastRecorded) / minimumInterval) + 10
    }

    private mutating func continueRun(
        _ former: SavedPresentation, _ resumption: Resumption, _ records: [String: [UInt8]],
        _ options: HLSPlaylist.Options, _ now: Int64
    ) {
        var saved = former
        saved.record.hasEnded = false
        saved.discardMissingInitializations(in: resumption.files, layout)
        saved.planOpenGaps()
        earliestZero = former.earliestZero
        let isAhead = published?.isAhead(of: former) ?? false
        let number = max(saved.nextMediaSequence, isAhead ? published?.mediaSequence ?? 0 : 0)
        if !options.resume {
            saved.removeAll()
            setNote("new presentation starts with number \(number), as configured")
        } else if former.record.hasEnded || published?.hasEnded == true {
            saved.removeAll()
            setNote("new presentation starts with number \(number): the earlier run ended its playlists")
        } else if former.record.type != options.type.rawValue {
            saved.removeAll()
            setNote("new presentation starts with number \(number): the earlier run was of type \(former.record.type)")
        } else if resumption.filesWereRemoved {
            saved.removeAll()
            setNote("presentation continues with number \(number): its earlier files were removed")
        } else if resumption.earlier == .mayLackNewest {
            let skipped = Self.skipped(since: resumption, now)
            saved.removeAll()
            saved.skip(skipped)
            setNote(
                "presentation continues with number \(saved.nextMediaSequence): the newest records of "
                    + "the earlier run may be lost, so \(skipped) numbers are skipped")
        } else if isAhead {
            saved.removeAll()
            setNote(
                "presentation continues with number \(number): the journal lacks the newest segments of its playlists")
        } else {
            saved.markMissing(in: resumption.files)
            saved.planMissingGaps(layout)
            saved.removeMissingInitializations(in: resumption.files)
            let seconds = MediaTime.milliseconds(max(0, now &- resumption.lastRecorded)).decimal(places: 1)
            setNote("presentation continues with number \(saved.nextMediaSequence), \(seconds) s after the earlier run")
        }
        if let published { saved.raise(to: published) }
        self.saved = saved
        removeLater(resumption.files, records, former: former, saved: saved)
    }

    /// Whether numbers of an earlier run continue. Its playlists then remain until they are replaced.
    var continues: Bool { saved != nil || published != nil }

    /// The target duration of the earlier run's playlists, which must not grow; nil if there is none.
    var target: TargetDuration? { saved?.record.target ?? published?.target }

    /// The state that a rendition continues; nil for a rendition that starts with the first number.
    func rendition(_ id: String) -> SavedRendition? {
        if let saved { return saved.rendition(id, published) }
        return published?.rendition(id)
    }

    /// The numbers that the images in this folder continue.
    func images(_ id: String) -> PublishedImages {
        if isUnrecorded, let published { return published.images }
        return PublishedImages(
            resumption, folder: id, playlistName: layout.playlistName,
            record: resumption.records[paths.images(id)].flatMap(ImageRecord.init))
    }

    /// Returns the files that a rendition still lists, for sinks that do not have them. Files that cannot be read are
    /// listed as gaps.
    mutating func restore(_ rendition: Rendition) -> [Resource] {
        guard resumption.content.isAvailable, let listed = saved?.renditions[rendition.id] else { return [] }
        let folder = rendition.id
        var resources: [Resource] = []
        var contents: [String: Bool] = [:]
        func restore(_ uri: String, _ role: Resource.Role, _ contentType: String) -> Bool {
            let path = "\(folder)/\(PlaylistLayout.name(uri))"
            if let isThere = contents[path] { return isThere }
            let content = resumption.content(path)
            contents[path] = content != nil
            guard let content else { return false }
            var resource = Resource(path: path, role: role, contentType: contentType, action: .store(content))
            resource.isRestored = true
            resources.append(resource)
            return true
        }
        let (movie, segment) = (
            PlaylistLayout.movieContentType(rendition), PlaylistLayout.segmentContentType(rendition)
        )
        if let section = listed.initializationSection(layout) { _ = restore(section.uri, .initialization, movie) }
        for index in listed.segments.indices {
            let record = listed.segments[index]
            // Players may request the initialization segment of a gap too.
            let map = record.entry.initialization.map { restore($0.uri, .initialization, movie) } ?? true
            if !map { saved?.renditions[folder]?.removeInitialization(at: index) }
            guard !record.entry.isGap else { continue }
            let isThere = restore(record.entry.uri, .segment, record.hasFile ? segment : movie)
            if !isThere { saved?.renditions[folder]?.markMissing(at: index) }
        }
        return resources
    }

    /// Stops listing a rendition of the earlier run. Its numbers continue if it returns. Returns them.
    mutating func retire(_ id: String) -> SavedRendition? {
        guard var rendition = saved?.renditions[id], retired.insert(id).inserted else { return nil }
        rendition.removeAll()
        rendition.initialization = []
        saved?.renditions[id] = rendition
        return rendition
    }

    /// Whether this state is more complete than that which another output has: it has usable records, or later ones.
    func isAhead(of other: EarlierRun) -> Bool {
        guard let saved else { return false }
        guard let others = other.saved else { return true }
        return saved.nextMediaSequence > others.nextMediaSequence
    }

    private mutating func setNote(_ message: String) {
        problem = Problem(.note, code: "earlier-run", message: message)
    }
}

// Leftovers.
extension EarlierRun {
    private mutating func removeAllLater(_ files: [String: Int], _ records: [String: [UInt8]]) {
        // Playlists first, so that they never list files that are gone.
        let playlists = files.keys.filter(isPlaylist)
        let others = files.keys.filter { !isPlaylist($0) }
        leftovers = (playlists.sorted() + others.sorted()).map { removal(of: $0, after: .zero) }
        leftoverRecords = records.keys.sorted()
    }

    private mutating func removeLater(
        _ files: [String: Int], _ records: [String: [UInt8]], former: SavedPresentation, saved: SavedPresentation
    ) {
        let wanted = saved.requestableFiles(layout, multivariant: paths.presentation)
        let longest = former.renditions.values.map(\.record.longestPlaylist).max() ?? .zero
        let target = former.record.target.time
        func delay(of path: String) -> MediaTime {
            layout.isPart(path) ? target * 3 : max(longest + target, target * 3)
        }
        for path in files.keys.sorted() where !wanted.contains(path) {
            // Records of segments and parts are removed before their files are, and players may still request the files
            // (RFC 8216bis 6.2.2). Segments that were never listed can be removed immediately.
            let isUnused = !layout.isPart(path) && former.isUnused(path, layout)
            leftovers.append(removal(of: path, after: isUnused ? .zero : delay(of: path)))
        }
        leftovers += resumption.retained.sorted { $0.key < $1.key }.map { path, left in
            var removal = removal(of: path, after: left)
            removal.isRestored = true
            removal.wholeDelay = delay(of: path)
            return removal
        }
        var wantedRecords: Set<String> = [paths.presentation]
        for (id, rendition) in saved.renditions {
            wantedRecords.formUnion([paths.rendition(id), paths.initialization(id)])
            let first = rendition.record.mediaSequence
            for index in rendition.segments.indices { wantedRecords.insert(paths.segment(id, first + index)) }
        }
        leftoverRecords = records.keys.filter { !wantedRecords.contains($0) && !RecordPaths.isImages($0) }.sorted()
    }

    /// Returns the resources that remove leftover files and records, and clears the list.
    mutating func drainLeftovers() -> [Resource] {
        defer { (leftovers, leftoverRecords) = ([], []) }
        let removals = leftoverRecords.map { Resource.record($0, nil) }
        // The counters of the earlier run count the removed segments. A run that is interrupted here must not leave them.
        let counters = leftoverRecords.isEmpty ? [] : saved?.records(paths) ?? []
        return counters + removals + leftovers
    }

    /// Returns the removal of a file. Sinks that serve from memory serve media until then.
    func removal(of path: String, after: MediaTime) -> Resource {
        let isPlaylist = isPlaylist(path)
        var removal = Resource(
            path: path, role: isPlaylist ? .mediaPlaylist : .segment,
            contentType: isPlaylist ? Playlist.contentType : layout.contentType(ofMedia: path),
            action: .remove(after: after))
        if isPlaylist { return removal }
        removal.formerPlaylists = formerPlaylists(beside: path)
        if after > .zero { removal.retainedContent = resumption.content(path) }
        return removal
    }

    private func isPlaylist(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return resumption.playlists[path] != nil || name == layout.playlistName || name == PlaylistLayout.iFramesName
    }

    /// The playlists of the earlier run that may list a file: those in its folder, whatever they list in one sink, since
    /// another sink may have been behind. This run replaces or removes each.
    private func formerPlaylists(beside path: String) -> Set<String> {
        let folder = Self.folder(of: path)
        var result = playlistsByFolder[folder] ?? []
        if saved?.renditions[String(folder)] != nil { result.insert("\(folder)/\(layout.playlistName)") }
        return result
    }

    private static func folder(of path: String) -> Substring { path[..<(path.lastIndex(of: "/") ?? path.startIndex)] }

    /// Whether the earlier run left a file at this path.
    func hasFile(_ path: String) -> Bool { resumption.files[path] != nil }
}

extension RecordPaths {
    /// Whether the record at `path` belongs to the presentation.
    func owns(_ path: String) -> Bool { path == presentation || path.hasPrefix(presentation + "/") }
}
