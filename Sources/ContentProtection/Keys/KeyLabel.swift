/// A class of tracks that may have a key of its own.
package enum KeyLabel: String, Sendable, Hashable, CaseIterable {
    case audio
    /// Video of at most 768×576 pixels.
    case sd
    /// Video of at most 1920×1080 pixels.
    case hd
    /// Video of at most 4096×2160 pixels.
    case uhd1
    /// Larger video.
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
