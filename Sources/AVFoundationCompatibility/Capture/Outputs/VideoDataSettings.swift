import Media

/// The settings of a video output.
struct VideoDataSettings: Sendable, Hashable {
    /// The pixel format; nil for one of the camera that encoders accept.
    var pixelFormat: OSType?
    /// The size in pixels; nil for the camera's.
    var size: PixelSize?

    /// The pixel formats that can be selected, in order of preference.
    static let pixelFormatTypes = [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange, kCVPixelFormatType_32BGRA,
        kCVPixelFormatType_32ARGB, kCVPixelFormatType_32RGBA,
    ]

    init() {}

    /// The settings in a program's dictionary. Throws `operationNotAllowed` for values that cannot be delivered.
    init(_ dictionary: [String: Any]) throws(AVError) {
        for key in dictionary.keys where !Self.keys.contains(key) {
            throw AVError(.operationNotAllowed, "videoSettings: '\(key)' is not supported")
        }
        if let value = dictionary[kCVPixelBufferPixelFormatTypeKey] {
            guard let number = settingInteger(value), let type = OSType(exactly: number),
                Self.pixelFormatTypes.contains(type)
            else {
                throw AVError(
                    .operationNotAllowed,
                    "videoSettings: pixel format \(value) is not available; use one of availableVideoPixelFormatTypes")
            }
            pixelFormat = type
        }
        let sides = [kCVPixelBufferWidthKey, kCVPixelBufferHeightKey].map { dictionary[$0] }
        guard sides.contains(where: { $0 != nil }) else { return }
        let numbers = sides.compactMap(settingInteger)
        guard numbers.count == 2, numbers.allSatisfy({ (16...8192).contains($0) && $0.isMultiple(of: 2) }) else {
            throw AVError(
                .operationNotAllowed,
                "videoSettings: width and height must both be even numbers from 16 to 8192")
        }
        size = PixelSize(width: numbers[0], height: numbers[1])
    }

    /// The settings as a program sets them.
    var dictionary: [String: Any] {
        var result: [String: Any] = [:]
        if let pixelFormat { result[kCVPixelBufferPixelFormatTypeKey] = pixelFormat }
        if let size {
            (result[kCVPixelBufferWidthKey], result[kCVPixelBufferHeightKey]) = (size.width, size.height)
        }
        return result
    }

    /// Returns the format of delivered frames for a camera's format.
    func format(from source: RawVideoFormat) -> RawVideoFormat {
        var result = source
        if let size { result.size = size }
        guard let pixelFormat, PixelBufferLayout.type(of: source) != pixelFormat,
            let wanted = PixelBufferLayout(pixelFormat, width: result.size.width, height: result.size.height)?.format
        else { return result }
        result.pixelFormat = wanted.pixelFormat
        guard !wanted.pixelFormat.contains("RGB"), !wanted.pixelFormat.contains("BGR") else {
            result.colour = nil
            return result
        }
        result.colour = result.size.height >= 720 ? .bt709 : .bt601
        result.colour?.isFullRange = wanted.colour?.isFullRange ?? false
        return result
    }

    private static let keys: Set = [
        kCVPixelBufferPixelFormatTypeKey, kCVPixelBufferWidthKey, kCVPixelBufferHeightKey,
        kCVPixelBufferIOSurfacePropertiesKey, kCVPixelBufferMetalCompatibilityKey,
        kCVPixelBufferBytesPerRowAlignmentKey,
    ]
}
