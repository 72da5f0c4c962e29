package import Media

/// The output protection that the variants of a presentation require (RFC 8216bis 4.4.6.2).
package struct OutputProtection: Sendable, Hashable {
    /// The class of video; nil for all variants with video.
    package var resolution: ResolutionClass?
    package var hdcpLevel: HDCPLevel?
    package var allowedProtection: [AllowedProtection]

    package init(
        resolution: ResolutionClass? = nil, hdcpLevel: HDCPLevel? = nil, allowedProtection: [AllowedProtection] = []
    ) {
        (self.resolution, self.hdcpLevel, self.allowedProtection) = (resolution, hdcpLevel, allowedProtection)
    }
}

extension [OutputProtection] {
    /// Declares the protection of video with a size: that of its class, otherwise that of all variants.
    func apply(to variant: inout Variant, size: PixelSize) {
        let resolution = ResolutionClass(pixels: size.width.multipliedReportingOverflow(by: size.height).partialValue)
        guard let protection = first(where: { $0.resolution == resolution }) ?? first(where: { $0.resolution == nil })
        else { return }
        variant.hdcpLevel = protection.hdcpLevel
        variant.allowedProtection = protection.allowedProtection
    }
}
