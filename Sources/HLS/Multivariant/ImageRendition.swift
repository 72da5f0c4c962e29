package import Media

/// Thumbnails for seeking, listed with EXT-X-IMAGE-STREAM-INF, an extension of HLS.
package struct ImageRendition: Sendable, Hashable {
    /// The URI of its playlist, relative to the multivariant playlist.
    package var uri: String
    package var bandwidth: Bandwidth
    /// The size of an image, which contains several thumbnails.
    package var resolution: PixelSize
    /// The image format, such as `jpeg`.
    package var codec: String

    package init(uri: String, bandwidth: Bandwidth, resolution: PixelSize, codec: String) {
        self.uri = uri
        self.bandwidth = bandwidth
        self.resolution = resolution
        self.codec = codec
    }

    func tag(uriPrefix: String) -> UnknownTag {
        var list = AttributeListWriter()
        list.add("BANDWIDTH", bandwidth.peak)
        list.add("RESOLUTION", resolution)
        list.add("CODECS", quoted: codec)
        list.add("URI", quoted: uriPrefix + uri)
        return UnknownTag(name: "EXT-X-IMAGE-STREAM-INF", value: list.description)
    }
}
