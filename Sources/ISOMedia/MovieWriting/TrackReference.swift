package import Media

/// A reference from a track to other tracks (ISO/IEC 14496-12 8.3.3).
package struct TrackReference: Sendable, Hashable {
    /// The reference type, such as `chap` for a chapter list or `tmcd` for timecodes.
    package var kind: FourCC
    /// The referenced `track_ID`s, none of them 0.
    package var trackIDs: [UInt32]

    /// A reference to these tracks.
    package init(kind: FourCC, trackIDs: [UInt32]) {
        self.kind = kind
        self.trackIDs = trackIDs
    }
}
