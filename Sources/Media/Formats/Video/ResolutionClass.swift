/// A class of video by its number of pixels, for keys and output protection.
package enum ResolutionClass: String, Sendable, Hashable, CaseIterable {
    /// At most 768×576 pixels.
    case sd
    /// At most 1920×1080 pixels.
    case hd
    /// At most 4096×2160 pixels.
    case uhd1
    /// More pixels.
    case uhd2

    /// The class of video with a number of pixels.
    package init(pixels: Int) {
        switch pixels {
        case ...(768 * 576): self = .sd
        case ...(1920 * 1080): self = .hd
        case ...(4096 * 2160): self = .uhd1
        default: self = .uhd2
        }
    }
}
