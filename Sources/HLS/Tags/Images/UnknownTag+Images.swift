package import Media

// The tags of image playlists, an extension that is not part of RFC 8216bis. The parser keeps them as unknown tags.
extension UnknownTag {
    /// Declares that all entries are images; precedes the first entry.
    package static let imagesOnly = UnknownTag(name: "EXT-X-IMAGES-ONLY")

    /// Declares the layout of the thumbnails in an image.
    package static func tiles(size: PixelSize, layout: PixelSize, duration: MediaTime) -> UnknownTag {
        var list = AttributeListWriter()
        list.add("RESOLUTION", size)
        list.add("LAYOUT", layout)
        list.add("DURATION", duration.decimal(places: 3, trimmed: true))
        return UnknownTag(name: "EXT-X-TILES", value: list.description, followsDuration: true)
    }
}

extension ImageRendition {
    /// The tag of the multivariant playlist.
    func tag(uriPrefix: String) -> UnknownTag {
        var list = AttributeListWriter()
        list.add("BANDWIDTH", bandwidth.peak)
        list.add("RESOLUTION", resolution)
        list.add("CODECS", quoted: codec)
        list.add("URI", quoted: uriPrefix + uri)
        return UnknownTag(name: "EXT-X-IMAGE-STREAM-INF", value: list.description)
    }
}
