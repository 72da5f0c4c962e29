package import HLS
package import HTTPClient

/// Assigns every resource of a download a unique local name.
///
/// Names use nothing of a URL except known extensions, so that no URL can refer outside the folder. A resource that
/// several playlists reference has one file and is fetched once.
package struct LocalNames: Sendable, Hashable {
    private struct Resource: Hashable {
        var path: String
        /// The ranges of it that are fetched; nil stands for all.
        var ranges: [ByteRange?] = []
    }

    private var resources: [String: Resource] = [:]
    private var paths: Set<String> = []
    private var folders: Set<String> = []

    package init() {}

    /// The number of named resources.
    package var count: Int { resources.count }

    /// Returns the location of a resource or range, and whether it has yet to be fetched.
    ///
    /// A range keeps its offset in the local file, so that byte ranges in playlists need not change.
    package mutating func place(
        of url: WebURL, range: ByteRange?, in folder: String, stem: String, kind: PlannedItem.Kind
    ) -> (place: LocalPlace, isNew: Bool) {
        let key = url.description
        var resource = resources[key] ?? Resource(path: newPath(in: folder, stem, Self.pathExtension(of: url, kind)))
        let place = LocalPlace(path: resource.path, offset: range?.offset ?? 0)
        let isThere = resource.ranges.contains { known in
            guard let known else { return true }
            guard let range else { return false }
            return known.offset <= range.offset && known.end >= range.end
        }
        if !isThere { resource.ranges.append(range) }
        resources[key] = resource
        return (place, !isThere)
    }

    private mutating func newPath(in folder: String, _ stem: String, _ suffix: String) -> String {
        var path = "\(folder)/\(stem).\(suffix)"
        var number = 2
        while !paths.insert(path).inserted {
            path = "\(folder)/\(stem)-\(number).\(suffix)"
            number += 1
        }
        return path
    }

    /// Returns a folder with this name, with a number appended if it is already used.
    package mutating func folder(_ name: String) -> String {
        let clean = String(name.lowercased().unicodeScalars.filter(Self.isPlain).prefix(40).map(Character.init))
        var candidate = clean.isEmpty ? "media" : clean
        var number = 2
        while !folders.insert(candidate).inserted {
            candidate = "\(clean.isEmpty ? "media" : clean)-\(number)"
            number += 1
        }
        return candidate
    }

    /// The extensions that are kept, because players of local files depend on them.
    private static let extensions: Set<String> = [
        "ts", "m4s", "mp4", "m4v", "m4a", "cmfv", "cmfa", "cmft", "aac", "ac3", "ec3", "mp3", "vtt", "webvtt",
    ]

    private static func pathExtension(of url: WebURL, _ kind: PlannedItem.Kind) -> String {
        switch kind {
        case .key: return "key"
        // A map of a transport stream is one too, and often a range of the file with the segments.
        case .initialization: return extensions.contains(url.pathExtension) ? url.pathExtension : "mp4"
        case .segment(let isFragmented):
            let known = url.pathExtension
            if extensions.contains(known) { return known }
            return isFragmented ? "m4s" : "ts"
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "-"
    }
}
