import Foundation

/// The key of the number of buffers that a pool retains at least; it has no effect.
public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// The key of the time after which unused buffers are released; it has no effect.
public let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "MaximumBufferAge"

/// Creates a pool for buffers with these attributes: format, width and height.
@discardableResult
public func CVPixelBufferPoolCreate(
    _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
    _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
    let attributes = pixelBufferAttributes ?? [:]
    guard let type = settingInteger(attributes[kCVPixelBufferPixelFormatTypeKey]).flatMap(OSType.init(exactly:)),
        PixelBufferLayout.name(of: type) != nil
    else { return kCVReturnInvalidPixelFormat }
    guard let width = settingInteger(attributes[kCVPixelBufferWidthKey]),
        let height = settingInteger(attributes[kCVPixelBufferHeightKey]),
        let layout = PixelBufferLayout(type, width: width, height: height)
    else { return kCVReturnInvalidSize }
    poolOut.pointee = CVPixelBufferPool(layout, type: type, attributes: attributes)
    return kCVReturnSuccess
}

/// Creates a buffer with memory of the pool.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
    _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = pixelBufferPool.makeBuffer()
    return kCVReturnSuccess
}

/// Returns the attributes of the pool's buffers.
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
    pool.attributes.mapValues(\.value)
}

/// Releases memory that is not in use.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: UInt64) { pool.flush() }
