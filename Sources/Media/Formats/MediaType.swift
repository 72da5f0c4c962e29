/// What kind of media a track carries.
public enum MediaType: String, Sendable, Hashable, CaseIterable {
    case video
    case audio
    case text
}
