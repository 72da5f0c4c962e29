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
