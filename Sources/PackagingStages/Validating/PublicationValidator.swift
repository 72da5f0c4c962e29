import HLS
import Media
import StageKit
import HLSRules

/// Validates resources in the order of publication: each state of each playlist, and the existence of the files that it
/// lists.
struct PublicationValidator {
    /// The maximum number of problems reported. Further problems are only counted.
    private static let maximumReported = 200

    private let profile: ValidationProfile
    private var multivariant: CheckedPlaylist?
    /// The newest state of each media playlist, and the rules for its updates, by path.
    private var playlists: [String: CheckedPlaylist] = [:]
    private var reloadCheckers: [String: ReloadChecker] = [:]
    private var edges: [String: PlaylistEdge] = [:]
    /// The paths of media files.
    private var media: Set<String> = []
    private var new = FindingDeduplicator()
    private var reportedCount = 0
    private(set) var playlistCount = 0
    private(set) var mustCount = 0
    private(set) var shouldCount = 0
    private let figures: StageFigures

    init(_ profile: ValidationProfile, figures: StageFigures = StageFigures()) {
        (self.profile, self.figures) = (profile, figures)
    }

    /// Validates an item that is being published. Returns the problems that were not reported before.
    mutating func validate(_ item: PublishedItem) -> [Problem] {
        switch item.content {
        case .media:
            media.insert(item.path)
            return []
        case .removal:
            media.remove(item.path)
            return []
        case .playlist(let text): return validate(CheckedPlaylist(name: item.path, bytes: text.bytes), at: item.time)
        }
    }

    /// Ends the validation. Returns the problems that only become apparent at the end.
    mutating func finish() -> [Problem] {
        var problems: [Problem] = []
        for path in reloadCheckers.keys.sorted() {
            if let log = reloadCheckers[path]?.finish() { problems += newProblems(log) }
        }
        return problems
    }

    private mutating func validate(_ playlist: CheckedPlaylist, at time: MediaTime) -> [Problem] {
        playlistCount += 1
        guard playlist.refusal == nil else {
            var states = StateChecker(profile)
            states.validate(playlist)
            return newProblems(states.log)
        }
        guard playlist.text.kind != .multivariant else {
            multivariant = playlist
            return validatePresentation()
        }
        let isNew = playlists.updateValue(playlist, forKey: playlist.name) == nil
        var problems = missing(from: playlist)
        var states = StateChecker(profile)
        states.validate(playlist)
        problems += newProblems(states.log)
        problems += validateReload(playlist, at: time)
        // Presentation rules compare playlists with each other, but live playlists are updated one after the other.
        if isNew || !playlist.text.isLive { problems += validatePresentation() }
        return problems
    }

    private mutating func validateReload(_ playlist: CheckedPlaylist, at time: MediaTime) -> [Problem] {
        if let media = playlist.media {
            let next = media.mediaSequence + media.segments.count
            let parts = media.upcoming?.parts.count ?? 0
            edges[playlist.name] = PlaylistEdge(
                mediaSequence: parts > 0 ? next : next - 1, part: parts > 0 ? parts - 1 : nil, time: time)
        }
        let observation = PlaylistObservation(playlist: playlist, time: time, edges: edges, uri: playlist.name)
        reloadCheckers[playlist.name, default: ReloadChecker(profile)].process(observation)
        return newProblems(reloadCheckers[playlist.name]?.log ?? FindingLog())
    }

    /// Applies the presentation rules as soon as all playlists exist.
    private mutating func validatePresentation() -> [Problem] {
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
        states.validate(CheckedPresentation(multivariant: multivariant, renditions: renditions))
        return newProblems(states.log)
    }

    /// Problems for listed files that do not exist: a player that requests them immediately gets an error.
    private mutating func missing(from playlist: CheckedPlaylist) -> [Problem] {
        guard let model = playlist.media else { return [] }
        let named = model.segments.flatMap { segment in
            (segment.isGap ? [] : [segment.uri]) + segment.parts.filter { !$0.isGap }.map(\.uri)
                + (segment.initialization.map { [$0.uri] } ?? [])
        }
        let gone = Set(named).filter { uri in
            Self.resolve(uri, from: playlist.name).map { !media.contains($0) } ?? false
        }
        // Report each missing file once by treating it as existing from now on.
        return gone.sorted().compactMap { uri in
            if let path = Self.resolve(uri, from: playlist.name) { media.insert(path) }
            mustCount += 1
            count(rule: "segment-not-published", level: "must")
            return problem(
                .warning, "segment-not-published", "\(playlist.name) lists \(uri), which was not published before it")
        }
    }

    private mutating func newProblems(_ log: FindingLog) -> [Problem] {
        new.newFindings(in: log).compactMap { finding in
            if finding.level == .must { mustCount += 1 } else { shouldCount += 1 }
            count(rule: finding.rule, level: finding.level == .must ? "must" : "should")
            let line = finding.place.line.map { ":\($0)" } ?? ""
            let segment = finding.place.firstSegment.map { ", segment \($0)" } ?? ""
            return problem(
                finding.level == .must ? .warning : .note, "hls-\(finding.rule.lowercased())",
                "\(finding.place.file)\(line)\(segment): \(finding.facts.title); expected "
                    + "\(finding.expected), found \(finding.found) [\(finding.rule), \(finding.facts.clause)]")
        }
    }

    private func count(rule: String, level: String) {
        figures.counter(
            FigureName.findings, labels: ["rule": rule, "level": level], "Findings of live validation"
        ).add()
    }

    private mutating func problem(_ severity: Problem.Severity, _ code: String, _ message: String) -> Problem? {
        reportedCount += 1
        guard reportedCount <= Self.maximumReported else { return nil }
        let last = reportedCount == Self.maximumReported ? "; further findings are only counted" : ""
        return Problem(severity, code: code, message: message + last)
    }

    /// The path that a URI reference in a playlist refers to; nil for URLs outside this output.
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
