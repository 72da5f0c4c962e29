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
    /// The display size in square pixels: that of the clean aperture, after applying the pixel aspect ratio and rotation.
    package var displaySize: PixelSize {
        let size = cleanAperture?.size ?? size
        let stretched = Int128(size.width) * Int128(max(pixelAspect.numerator, 1))
        let divisor = Int128(max(pixelAspect.denominator, 1))
        let width = max(1, Int(clamping: (stretched + divisor / 2) / divisor))
        return isQuarterTurned
            ? PixelSize(width: size.height, height: width) : PixelSize(width: width, height: size.height)
    }

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

    /// Whether the display matrix rotates by 90 or 270 degrees.
    private var isQuarterTurned: Bool {
        guard let matrix = displayMatrix, matrix.count == 9 else { return false }
        return matrix[0] == 0 && matrix[4] == 0 && matrix[1] != 0 && matrix[3] != 0
    }
}
