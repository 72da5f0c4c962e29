import StageKit

/// The kind of resource that a request refers to, as a label of figures.
enum OriginRequestKind: Int, CaseIterable {
    case playlist
    case segment
    case part
    case initialization
    case key
    /// The player page, and redirects to it.
    case page
    case other

    /// The value of the label.
    var label: String { String(describing: self) }

    /// The kind of a resource; for a missing resource, the kind that the file extension suggests.
    init(_ resource: StoredResource?, path: String) {
        self =
            switch resource?.role {
            case .mediaPlaylist, .multivariantPlaylist, .presentationDescription: .playlist
            case .segment: .segment
            case .part: .part
            case .initialization: .initialization
            case .image, .imageMap, .metadata, .record, nil: Self.named(path)
            }
    }

    private static func named(_ path: String) -> Self {
        if path.hasSuffix(".m3u8") || path.hasSuffix(".mpd") { return .playlist }
        return path.hasSuffix(".key") || KeyPath(path) != nil ? .key : .other
    }
}
