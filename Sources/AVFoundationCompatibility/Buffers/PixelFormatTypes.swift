/// 32 bits per pixel: blue, green, red, alpha.
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
/// 32 bits per pixel: alpha, red, green, blue.
public let kCVPixelFormatType_32ARGB: OSType = 0x0000_0020
/// 32 bits per pixel: red, green, blue, alpha.
public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241
/// 32 bits per pixel: alpha, blue, green, red.
public let kCVPixelFormatType_32ABGR: OSType = 0x4142_4752
/// 24 bits per pixel: red, green, blue.
public let kCVPixelFormatType_24RGB: OSType = 0x0000_0018
/// 24 bits per pixel: blue, green, red.
public let kCVPixelFormatType_24BGR: OSType = 0x3234_4247
/// 4:2:0, two planes, video range.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// 4:2:0, two planes, full range.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
/// 4:2:0, three planes, video range.
public let kCVPixelFormatType_420YpCbCr8Planar: OSType = 0x7934_3230
/// 4:2:0, three planes, full range.
public let kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType = 0x6634_3230
/// 4:2:0 of 10 bits, two planes, video range.
public let kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3230
/// 4:2:0 of 10 bits, two planes, full range.
public let kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: OSType = 0x7866_3230
/// 4:2:2, ordered Cb, Y, Cr, Y.
public let kCVPixelFormatType_422YpCbCr8: OSType = 0x3276_7579
/// 4:2:2, ordered Y, Cb, Y, Cr.
public let kCVPixelFormatType_422YpCbCr8_yuvs: OSType = 0x7975_7673
/// 8 bits of one component.
public let kCVPixelFormatType_OneComponent8: OSType = 0x4c30_3038

/// The key of the pixel format in output settings and in attributes of pixel buffers.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The key of the width in pixels.
public let kCVPixelBufferWidthKey: CFString = "Width"
/// The key of the height in pixels.
public let kCVPixelBufferHeightKey: CFString = "Height"
/// The key of the alignment of rows in bytes; it has no effect.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// The key of the properties of a shared surface; it has no effect.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// The key of compatibility with graphics contexts; it has no effect.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// The key of compatibility with graphics contexts; it has no effect.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// The key of compatibility with Metal; it has no effect.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
