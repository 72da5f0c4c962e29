package import Media

/// A class of tracks that may have a separate key: audio, or video of a ``Media/ResolutionClass``.
package enum KeyLabel: String, Sendable, Hashable, CaseIterable {
    case audio
    case sd
    case hd
    case uhd1
    case uhd2

    /// The label of video of a class.
    package init(_ resolution: ResolutionClass) {
        switch resolution {
        case .sd: self = .sd
        case .hd: self = .hd
        case .uhd1: self = .uhd1
        case .uhd2: self = .uhd2
        }
    }

    /// The label of video with a number of pixels.
    package init(pixels: Int) { self.init(ResolutionClass(pixels: pixels)) }
}
