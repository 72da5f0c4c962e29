/// The views and the projection of spatial video: a `vexu` box (video extended usage, ISO/IEC 14496-12 12.1.10 and
/// Apple's stereo video format).
package struct StereoView: Sendable, Hashable {
    package var hasLeftEye = false
    package var hasRightEye = false
    /// projection_kind: `rect`, `equi`, `hequ`, `prim`; nil if the box does not contain it.
    package var projection: FourCC?

    /// Whether each eye has a view.
    package var isStereo: Bool { hasLeftEye && hasRightEye }

    /// Reads a `vexu` box's content: `eyes` with `stri`, `proj` with `prji`.
    package init(bytes: [UInt8]) {
        let boxes = ConfigurationBoxes(bytes)
        if let eyes = boxes["eyes"], let information = ConfigurationBoxes(eyes)["stri"], information.count >= 5 {
            (hasLeftEye, hasRightEye) = (information[4] & 1 == 1, information[4] & 2 == 2)
        }
        if let box = boxes["proj"], let information = ConfigurationBoxes(box)["prji"], information.count >= 8 {
            projection = FourCC(rawValue: information[4..<8].reduce(0) { $0 << 8 | UInt32($1) })
        }
    }

    /// The content of a `vexu` box.
    package var bytes: [UInt8] {
        let eyes = ConfigurationBoxes.box("stri", [0, 0, 0, 0, (hasLeftEye ? 1 : 0) | (hasRightEye ? 2 : 0)])
        guard let projection else { return ConfigurationBoxes.box("eyes", eyes) }
        let code = (0..<4).map { UInt8(truncatingIfNeeded: projection.rawValue >> (24 - 8 * UInt32($0))) }
        return ConfigurationBoxes.box("eyes", eyes)
            + ConfigurationBoxes.box("proj", ConfigurationBoxes.box("prji", [0, 0, 0, 0] + code))
    }
}

extension CodecConfiguration {
    /// The views in the sample entry; nil for ordinary video.
    package var stereoView: StereoView? { box("vexu").map(StereoView.init(bytes:)) }

    /// Whether HEVC has several layers: it also has the configuration of a layered stream (`lhvC`).
    package var isLayeredHEVC: Bool { box("lhvC") != nil && box("hvcC") != nil }
}
