import Media

extension VideoSettings {
    /// The pixel aspect ratio that follows from the display size; nil if the file declares none.
    var pixelAspect: Ratio? {
        let size = croppedSize
        guard displayUnit == 0 || displayUnit == 3, let size, displayWidth != nil || displayHeight != nil else {
            return nil
        }
        let (width, height) = (displayWidth ?? UInt64(size.width), displayHeight ?? UInt64(size.height))
        guard (1...1_000_000).contains(width), (1...1_000_000).contains(height) else { return nil }
        let (top, bottom) = (width * UInt64(size.height), height * UInt64(size.width))
        let divisor = greatestCommonDivisor(top, bottom)
        guard let numerator = Int32(exactly: top / divisor), let denominator = Int32(exactly: bottom / divisor) else {
            return nil
        }
        return Ratio(numerator, denominator)
    }

    /// The size of the visible part; nil if it is invalid.
    private var croppedSize: PixelSize? {
        guard [width, height, cropTop, cropBottom, cropLeft, cropRight].allSatisfy({ $0 <= 65_535 }),
            width > cropLeft + cropRight, height > cropTop + cropBottom
        else { return nil }
        return PixelSize(width: Int(width - cropLeft - cropRight), height: Int(height - cropTop - cropBottom))
    }

    /// The visible part of a frame; nil for all of it.
    var cleanAperture: CleanAperture? {
        guard [cropTop, cropBottom, cropLeft, cropRight].contains(where: { $0 > 0 }), let size = croppedSize else {
            return nil
        }
        var writer = ByteWriter(capacity: 32)
        let (right, down) = (Int32(cropLeft) - Int32(cropRight), Int32(cropTop) - Int32(cropBottom))
        for (numerator, denominator): (Int32, Int32) in [
            (Int32(size.width), 1), (Int32(size.height), 1), (right, 2), (down, 2),
        ] {
            writer.write(numerator)
            writer.write(denominator)
        }
        return CleanAperture(bytes: writer.bytes)
    }
}

extension ProjectionSettings {
    /// The largest difference to a multiple of 90 degrees.
    private static let tolerance = 0.5

    /// The matrix of a track header that shows rectangular video of a size in its orientation; nil without a rotation, and
    /// for rotations by other angles than multiples of 90 degrees.
    func displayMatrix(of size: PixelSize) -> [Int32]? {
        guard type == 0, let turns = Self.quarterTurns(roll), let half = Self.quarterTurns(yaw), half % 2 == 0,
            Self.quarterTurns(pitch) == 0, turns != 0 || half != 0
        else { return nil }
        // Positive angles are counterclockwise; a yaw of 180 degrees mirrors left to right before the roll.
        let (cosine, sine): (Int32, Int32) = [(1, 0), (0, 1), (-1, 0), (0, -1)][turns]
        let mirror: Int32 = half == 0 ? 1 : -1
        let (a, b, c, d) = (cosine * mirror, -sine * mirror, sine, cosine)
        let (width, height) = (Int32(clamping: size.width), Int32(clamping: size.height))
        let (x, y) = (-(min(0, a * width) + min(0, c * height)), -(min(0, b * width) + min(0, d * height)))
        return [a << 16, b << 16, 0, c << 16, d << 16, 0, x << 16, y << 16, 1 << 30]
    }

    /// The number of counterclockwise quarter turns of an angle in degrees, from 0 to 3; nil for other angles.
    private static func quarterTurns(_ angle: Double) -> Int? {
        guard abs(angle) <= 360 else { return nil }
        let turns = (angle / 90).rounded()
        return abs(angle - turns * 90) <= tolerance ? ((Int(turns) % 4) + 4) % 4 : nil
    }

    /// The property of the projection that is not carried, for messages; nil if there is none.
    package var uncarried: String? {
        switch type {
        case 0:
            guard roll != 0 || yaw != 0 || pitch != 0, displayMatrix(of: PixelSize(width: 2, height: 2)) == nil,
                Self.quarterTurns(roll) != 0 || Self.quarterTurns(yaw) != 0 || Self.quarterTurns(pitch) != 0
            else { return nil }
            return "a rotation by \(Int(max(-360, min(360, roll))))°"
        case 1: return "an equirectangular projection"
        case 2: return "a cube map projection"
        case 3: return "a mesh projection"
        default: return "projection \(type)"
        }
    }
}

extension VideoSettings {
    /// The properties that are not carried, for messages.
    package var uncarried: [String] {
        var found: [String] = []
        if stereoMode != 0 { found.append("two views in a frame (\(Self.arrangement(stereoMode)))") }
        if alphaMode != 0 { found.append("an alpha channel") }
        if let projection = projection?.uncarried { found.append(projection) }
        return found
    }

    private static func arrangement(_ mode: UInt64) -> String {
        switch mode {
        case 1, 11: "side by side"
        case 2, 3: "top and bottom"
        case 4, 5: "checkerboard"
        case 6, 7: "rows interleaved"
        case 8, 9: "columns interleaved"
        case 10: "anaglyph"
        case 13, 14: "one after the other"
        default: "StereoMode \(mode)"
        }
    }
}
