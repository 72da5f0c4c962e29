public import Media

/// The tracks of a file to use.
public enum TrackSelection: String, OptionValue, CaseIterable {
    case all
    case video
    case audio
    case text

    /// Returns whether tracks of this media type are selected.
    public func takes(_ type: MediaType) -> Bool { self == .all || rawValue == type.rawValue }
}
