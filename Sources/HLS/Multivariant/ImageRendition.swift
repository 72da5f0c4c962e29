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
}
