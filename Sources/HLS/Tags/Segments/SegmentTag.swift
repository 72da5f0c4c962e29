/// A tag that applies to the next segment of a media playlist, or to all following ones (RFC 8216bis 4.4.4).
protocol SegmentTag: MediaPlaylistTag {}

extension SegmentTag {
    static var place: TagPlace { .segment }
}
