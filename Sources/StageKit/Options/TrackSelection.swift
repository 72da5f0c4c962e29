public import Media

/// Which tracks of a file are wanted.
public enum TrackSelection: String, OptionValue, CaseIterable {
    case all
    case video
    case audio
    case text

    /// Whether tracks of this type are among them.
    public func takes(_ type: MediaType) -> Bool { self == .all || rawValue == type.rawValue }
}
