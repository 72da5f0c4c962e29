package import HLS
package import HTTPClient
package import Media

/// One thing to fetch, and where it goes.
package struct PlannedItem: Sendable, Hashable {
    /// What it is.
    package enum Kind: Sendable, Hashable {
        /// A media segment; fragmented MP4 where it has an initialization section.
        case segment(isFragmented: Bool)
        case initialization
        case key
    }

    package var url: WebAddress
    /// The bytes of the resource that are wanted; nil for all.
    package var range: ByteRange?
    package var place: LocalPlace
    package var kind: Kind
    /// The rendition that named it first.
    package var rendition: Int
    /// How long it plays; zero for what has no time.
    package var duration: MediaTime
    /// Its size in bytes as far as playlists tell; exact for ranges.
    package var expectedSize: Int
    /// Whether it is a segment that is encrypted as a whole with AES-128.
    package var isPadded = false

    package init(
        url: WebAddress, range: ByteRange?, place: LocalPlace, kind: Kind, rendition: Int, duration: MediaTime,
        expectedSize: Int
    ) {
        self.url = url
        self.range = range
        self.place = place
        self.kind = kind
        self.rendition = rendition
        self.duration = duration
        self.expectedSize = expectedSize
    }

    /// The digest of where its bytes come from, without what a server changes from one visit to the next.
    package var origin: UInt64 {
        let text = range.map { "\(url.stable) \($0)" } ?? url.stable
        return Digest.of(Array(text.utf8))
    }

    /// What its bytes have to be.
    var check: ContentCheck { ContentCheck(name: name, isPadded: isPadded) }

    /// A name for messages.
    package var name: String { range.map { "'\(url)' (bytes \($0))" } ?? "'\(url)'" }
}
