package import HLS
package import HTTPClient

/// Gives every resource of a download a name of its own below the folder.
///
/// No name is taken from an address but an extension that is known, so that no address can lead out of the folder. A
/// resource that several playlists name has one file, and is fetched once.
package struct LocalNames: Sendable, Hashable {
    private struct Resource: Hashable {
        var path: String
        /// What of it is fetched; nil stands for all.
        var ranges: [ByteRange?] = []
    }

    private var resources: [String: Resource] = [:]
    private var paths: Set<String> = []
    private var folders: Set<String> = []

    package init() {}

    /// How many resources have a name.
    package var count: Int { resources.count }

    /// The place of a resource or a range of it, and whether it is still to be fetched there.
    ///
    /// A range keeps its offset in the local file, so that the playlist can keep its numbers.
    package mutating func place(
        of url: WebAddress, range: ByteRange?, in folder: String, stem: String, kind: PlannedItem.Kind
    ) -> (place: LocalPlace, isNew: Bool) {
        let key = url.description
        var resource = resources[key] ?? Resource(path: newPath(in: folder, stem, Self.pathExtension(of: url, kind)))
        let place = LocalPlace(path: resource.path, offset: range?.offset ?? 0)
        let isThere = resource.ranges.contains { there in
            guard let there else { return true }
            guard let range else { return false }
            return there.offset <= range.offset && there.end >= range.end
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

    /// A folder of this name, with a number where there is one already.
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

    /// The extensions that are kept; players of local files look at them.
    private static let extensions: Set<String> = [
        "ts", "m4s", "mp4", "m4v", "m4a", "cmfv", "cmfa", "cmft", "aac", "ac3", "ec3", "mp3", "vtt", "webvtt",
    ]

    private static func pathExtension(of url: WebAddress, _ kind: PlannedItem.Kind) -> String {
        switch kind {
        case .key: return "key"
        // A section of a transport stream is one too, and often a range of the resource that the segments are in.
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
