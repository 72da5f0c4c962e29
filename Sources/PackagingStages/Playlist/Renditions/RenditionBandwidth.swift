import HLS

/// The bandwidth of a rendition's media playlist and of its I-frame playlist.
struct RenditionBandwidth: Sendable {
    var main: Bandwidth
    var iFrames: Bandwidth

    /// Whether neither exceeds a declaration.
    func fits(in declared: RenditionBandwidth) -> Bool {
        main.fits(in: declared.main) && iFrames.fits(in: declared.iFrames)
    }
}
