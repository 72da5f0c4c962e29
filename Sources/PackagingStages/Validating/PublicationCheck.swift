import HLS
import Media
import StageKit
import HLSRules

/// Looks at what is published in the order in which it is: each state of each playlist, and whether what it names is
/// there.
struct PublicationCheck {
    /// Problems that are told; the others are counted.
    private static let told = 200

    private let profile: ValidationProfile
    private var multivariant: CheckedPlaylist?
    /// The newest state of each media playlist, and the rules that watch it, by path.
    private var playlists: [String: CheckedPlaylist] = [:]
    private var watches: [String: ReloadChecker] = [:]
    private var edges: [String: PlaylistEdge] = [:]
    /// Files with media.
    private var media: Set<String> = []
    private var new = NewFindings()
    private var toldCount = 0
    private(set) var playlistCount = 0
    private(set) var mustCount = 0
    private(set) var shouldCount = 0

    init(_ profile: ValidationProfile) { self.profile = profile }

    /// Looks at what is published now; returns what is wrong and was not told yet.
    mutating func take(_ item: PublishedItem) -> [Problem] {
        switch item.content {
        case .media:
            media.insert(item.path)
            return []
        case .removal:
            media.remove(item.path)
            return []
        case .playlist(let text): return take(CheckedPlaylist(name: item.path, bytes: text.bytes), at: item.time)
        }
    }

    /// The end of what is published.
    mutating func finish() -> [Problem] {
        var problems: [Problem] = []
        for path in watches.keys.sorted() {
            if let log = watches[path]?.finish() { problems += tell(log) }
        }
        return problems
    }

    private mutating func take(_ playlist: CheckedPlaylist, at time: MediaTime) -> [Problem] {
        playlistCount += 1
        guard playlist.refusal == nil else {
            var states = StateChecker(profile)
            states.check(playlist)
            return tell(states.log)
        }
        guard playlist.text.kind != .multivariant else {
            multivariant = playlist
            return checkPresentation()
        }
        let isNew = playlists.updateValue(playlist, forKey: playlist.name) == nil
        var problems = missing(from: playlist)
        var states = StateChecker(profile)
        states.check(playlist)
        problems += tell(states.log)
        problems += watch(playlist, at: time)
        // Rules of presentations compare playlists, which change one after the other.
        if isNew || !playlist.text.isLive { problems += checkPresentation() }
        return problems
    }

    private mutating func watch(_ playlist: CheckedPlaylist, at time: MediaTime) -> [Problem] {
        if let media = playlist.media {
            let next = media.mediaSequence + media.segments.count
            let parts = media.upcoming?.parts.count ?? 0
            edges[playlist.name] = PlaylistEdge(
                mediaSequence: parts > 0 ? next : next - 1, part: parts > 0 ? parts - 1 : nil, time: time)
        }
        let observation = PlaylistObservation(playlist: playlist, time: time, edges: edges, address: playlist.name)
        watches[playlist.name, default: ReloadChecker(profile)].take(observation)
        return tell(watches[playlist.name]?.log ?? FindingLog())
    }

    /// The rules of presentations, once all playlists are there.
    private mutating func checkPresentation() -> [Problem] {
        guard let multivariant else { return [] }
        var renditions: [CheckedRendition] = []
        for entry in PresentationDeclarations(multivariant.text).entries {
            guard let path = Self.resolve(entry.uri, from: multivariant.name), let playlist = playlists[path] else {
                return []
            }
            renditions.append(
                CheckedRendition(
                    role: entry.role, uri: entry.uri, playlist: playlist, declarations: entry.declarations,
                    attributes: entry.attributes))
        }
        var states = StateChecker(profile)
        states.check(CheckedPresentation(multivariant: multivariant, renditions: renditions))
        return tell(states.log)
    }

    /// What a playlist names and is not there: a player that asks at once gets nothing.
    private mutating func missing(from playlist: CheckedPlaylist) -> [Problem] {
        guard let model = playlist.media else { return [] }
        let named = model.segments.flatMap { segment in
            (segment.isGap ? [] : [segment.uri]) + segment.parts.filter { !$0.isGap }.map(\.uri)
                + (segment.initialization.map { [$0.uri] } ?? [])
        }
        let gone = Set(named).filter { uri in
            Self.resolve(uri, from: playlist.name).map { !media.contains($0) } ?? false
        }
        // Told once: the file counts as there from now on.
        return gone.sorted().compactMap { uri in
            if let path = Self.resolve(uri, from: playlist.name) { media.insert(path) }
            mustCount += 1
            return problem(
                .warning, "segment-not-published", "\(playlist.name) names \(uri), which was not published before it")
        }
    }

    private mutating func tell(_ log: FindingLog) -> [Problem] {
        new.take(log).compactMap { finding in
            if finding.level == .must { mustCount += 1 } else { shouldCount += 1 }
            let line = finding.place.line.map { ":\($0)" } ?? ""
            let segment = finding.place.firstSegment.map { ", segment \($0)" } ?? ""
            return problem(
                finding.level == .must ? .warning : .note, "hls-\(finding.rule.lowercased())",
                "\(finding.place.file)\(line)\(segment): \(finding.facts.title); "
                    + "expected \(finding.expected), found \(finding.found) [\(finding.rule), \(finding.facts.clause)]")
        }
    }

    private mutating func problem(_ severity: Problem.Severity, _ code: String, _ message: String) -> Problem? {
        toldCount += 1
        guard toldCount <= Self.told else { return nil }
        let last = toldCount == Self.told ? "; what else is found is counted only" : ""
        return Problem(severity, code: code, message: message + last)
    }

    /// The path of what a playlist names; nil for an address that is not of this output.
    private static func resolve(_ reference: String, from path: String) -> String? {
        guard !reference.contains("://"), !reference.hasPrefix("/") else { return nil }
        var folders = path.split(separator: "/").dropLast().map(String.init)
        for word in reference.prefix(while: { $0 != "?" && $0 != "#" }).split(separator: "/") {
            if word == ".." {
                guard folders.popLast() != nil else { return nil }
            } else if word != "." {
                folders.append(String(word))
            }
        }
        return folders.joined(separator: "/")
    }
}
