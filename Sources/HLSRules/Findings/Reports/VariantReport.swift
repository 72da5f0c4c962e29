/// The declaration of a variant in a multivariant playlist.
package struct VariantReport: Sendable, Hashable, Codable {
    package var uri: String
    /// The peak bit rate in bits per second.
    package var bandwidth: Int?
    package var averageBandwidth: Int?
    package var codecs: String?
    package var resolution: String?
    package var frameRate: String?

    package init(_ attributes: ScannedAttributes, uri: String) {
        self.uri = uri
        bandwidth = attributes.integer("BANDWIDTH")
        averageBandwidth = attributes.integer("AVERAGE-BANDWIDTH")
        codecs = attributes.text("CODECS")
        resolution = attributes.text("RESOLUTION")
        frameRate = attributes.text("FRAME-RATE")
    }
}
