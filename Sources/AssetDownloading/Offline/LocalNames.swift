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
        var resource =
            resources[key] ?? Resource(path: newPath(in: folder, stem, Self.pathExtension(url.pathExtension, kind)))
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

    // Players of local files refuse an extension that they do not know, or that contradicts the content: ffmpeg refuses
    // `.key`, and `.m4v` and `.cmft` for fragmented MP4. It accepts those below for their content by default.
    private static let (fragmented, streamed) = (
        Set(["m4s", "mp4", "m4a", "ts"]), Set(["ts", "aac", "ac3", "eac3", "mp3", "vtt"])
    )
    private static let synonyms = ["webvtt": "vtt", "ec3": "eac3"]

    /// The local extension of a resource, whose URL has the extension `original` or an empty one.
    static func pathExtension(_ original: String, _ kind: PlannedItem.Kind) -> String {
        let known = synonyms[original] ?? original
        switch kind {
        // The extension of media, because there is none for keys.
        case .key: return "ts"
        // A map of a transport stream is one too, and often a range of the file with the segments.
        case .initialization: return fragmented.contains(known) ? known : "mp4"
        case .segment(.fragmented): return fragmented.contains(known) ? known : "m4s"
        case .segment(.text): return "vtt"
        // Content of each of these kinds may have it.
        case .segment(.stream): return streamed.contains(known) ? known : "ts"
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "-"
    }
}
