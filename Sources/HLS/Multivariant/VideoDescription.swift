package import Media

extension VideoRange {
    /// The range of transfer characteristics (ISO/IEC 23091-2); standard dynamic range if they are unknown.
    package init(transfer: UInt8?) {
        switch transfer {
        case 16: self = .pq
        case 18: self = .hlg
        default: self = .sdr
        }
    }
}

extension CodedVideoFormat {
    /// The dynamic range according to the transfer characteristics (ISO/IEC 23091-2).
    package var videoRange: VideoRange { VideoRange(transfer: transfer) }

    /// The layout required to display spatial video; empty for two-dimensional video.
    package var requiredLayout: [VideoLayout] {
        guard let view = configuration.stereoView else { return [] }
        var specifiers: [VideoLayout.Specifier] = view.isStereo && configuration.isLayeredHEVC ? [.stereo] : []
        switch view.projection {
        case "equi": specifiers.append(.equirectangular)
        case "hequ": specifiers.append(.halfEquirectangular)
        case "prim": specifiers.append(.parametric)
        default: break
        }
        return specifiers.isEmpty ? [] : [VideoLayout(specifiers: specifiers)]
    }
}
