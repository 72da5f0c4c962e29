package import HLS
package import HTTPClient
package import Media

/// A resource or range to fetch, and its location in the folder.
package struct PlannedItem: Sendable, Hashable {
    /// The kind of resource.
    package enum Kind: Sendable, Hashable {
        case segment(SegmentForm)
        case initialization
        case key
    }

    /// The form of a media segment, as far as playlists tell it.
    package enum SegmentForm: Sendable, Hashable {
        /// It has an initialization section.
        case fragmented
        /// It belongs to subtitles and has no initialization section.
        case text
        /// A transport stream or packed audio.
        case stream
    }

    package var url: WebURL
    /// The byte range to fetch; nil for the complete resource.
    package var range: ByteRange?
    package var place: LocalPlace
    package var kind: Kind
    /// The number of the first rendition that references it.
    package var rendition: Int
    /// The playback duration; zero for initialization sections and keys.
    package var duration: MediaTime
    /// The start of a segment on the timeline of its playlist.
    package var start: MediaTime
    /// The size in bytes: exact for ranges, otherwise estimated.
    package var expectedSize: Int
    /// Whether it is a segment that is encrypted as a whole with AES-128.
    package var isPadded = false

    package init(
        url: WebURL, range: ByteRange?, place: LocalPlace, kind: Kind, rendition: Int, duration: MediaTime,
        start: MediaTime = .zero, expectedSize: Int
    ) {
        self.url = url
        self.range = range
        self.place = place
        self.kind = kind
        self.rendition = rendition
        self.duration = duration
        self.start = start
        self.expectedSize = expectedSize
    }

    /// The digest of its URL and range, without changing query parameters.
    package var origin: UInt64 {
        let text = range.map { "\(url.stable) \($0)" } ?? url.stable
        return Digest.of(Array(text.utf8))
    }

    /// The validation of its bytes.
    var check: ContentCheck { ContentCheck(name: name, isPadded: isPadded) }

    /// The name in messages.
    package var name: String { range.map { "'\(url)' (bytes \($0))" } ?? "'\(url)'" }
}
