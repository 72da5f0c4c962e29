public import Media

/// An element of a link. A track is announced before its first payload and ended after its last.
public enum Message<Content: Payload>: Sendable {
    /// A track starts, or its format changes.
    indirect case track(Track)
    /// One payload.
    case payload(Content)
    /// A live track has no media until this time, measured from the end of the preceding payload, because its source
    /// has failed.
    ///
    /// Repeated with increasing times until payloads resume; no later payload is presented before the last time.
    case gap(Track.ID, until: MediaTime)
    /// A track has ended.
    case end(Track.ID)
}
