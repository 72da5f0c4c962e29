import Media

extension ColourSettings {
    /// The colours; nil if all of them are unspecified and the range is not full.
    var description: ColourDescription? {
        let codes = [primaries, transfer, matrix]
        guard codes.allSatisfy({ $0 <= 255 }) else { return nil }
        return ColourDescription(
            primaries: UInt8(primaries), transfer: UInt8(transfer), matrix: UInt8(matrix), isFullRange: range == 2
        ).declared
    }

    var contentLight: ContentLightLevel? {
        guard let maximumContentLight, let maximumAverageLight else { return nil }
        var writer = ByteWriter(capacity: 4)
        writer.write(UInt16(clamping: maximumContentLight))
        writer.write(UInt16(clamping: maximumAverageLight))
        return ContentLightLevel(bytes: writer.bytes)
    }
}

extension MasteringMetadata {
    /// The mastering display; nil if a value is missing.
    var display: MasteringDisplay? {
        let points = [greenX, greenY, blueX, blueY, redX, redY, whiteX, whiteY].compactMap { $0 }
        guard points.count == 8, let maximumLuminance, let minimumLuminance else { return nil }
        let codes = points.map { UInt16((min(max($0, 0), 1) * 50_000).rounded()) }
        return MasteringDisplay(
            primaries: Array(codes[..<6]), whitePoint: Array(codes[6...]), maximum: Self.luminance(maximumLuminance),
            minimum: Self.luminance(minimumLuminance))
    }

    /// In units of 0.0001 cd/m².
    private static func luminance(_ value: Double) -> UInt32 {
        UInt32((min(max(value, 0), 400_000) * 10_000).rounded())
    }
}
