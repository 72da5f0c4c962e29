import HLS

/// The media playlists that a multivariant playlist references, each once, with their declarations.
package struct PresentationDeclarations: Sendable {
    /// A media playlist.
    package struct Entry: Sendable {
        package var role: CheckedRendition.Role
        package var uri: String
        /// The indexes of the lines that reference the playlist.
        package var declarations: [Int]
        package var attributes: ScannedAttributes
    }

    /// The media playlists in the order of their first reference.
    package private(set) var entries: [Entry] = []
    /// The EXT-X-STREAM-INF tags with their URIs and line indexes.
    package private(set) var variants: [(line: Int, uri: String, attributes: ScannedAttributes)] = []

    package init(_ playlist: ScannedPlaylist) {
        var places: [String: Int] = [:]
        var pendingVariant: (line: Int, attributes: ScannedAttributes)?
        for (index, line) in playlist.lines.enumerated() {
            if line.kind == .uri, let stream = pendingVariant {
                pendingVariant = nil
                variants.append((stream.line, line.value ?? "", stream.attributes))
                add(.variant, line.value, stream.line, stream.attributes, &places)
            }
            guard let tag = line.tag, let attributes = line.attributes else { continue }
            switch tag {
            case .streamInf: pendingVariant = (index, attributes)
            case .iFrameStreamInf: add(.iFrames, attributes.text("URI"), index, attributes, &places)
            case .media:
                guard let role = Self.role(attributes) else { continue }
                add(role, attributes.text("URI"), index, attributes, &places)
            default: break
            }
        }
    }

    private static func role(_ attributes: ScannedAttributes) -> CheckedRendition.Role? {
        switch attributes.text("TYPE") {
        case "AUDIO": .audio
        case "VIDEO": .video
        case "SUBTITLES": .subtitles
        default: nil
        }
    }

    private mutating func add(
        _ role: CheckedRendition.Role, _ uri: String?, _ line: Int, _ attributes: ScannedAttributes,
        _ places: inout [String: Int]
    ) {
        guard let uri, !uri.isEmpty else { return }
        if let place = places[uri] {
            entries[place].declarations.append(line)
            return
        }
        places[uri] = entries.count
        entries.append(Entry(role: role, uri: uri, declarations: [line], attributes: attributes))
    }
}
