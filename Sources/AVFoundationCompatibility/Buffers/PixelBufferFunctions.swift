import Media

/// The result of a function of Core Video; 0 is success.
public typealias CVReturn = Int32
/// Success.
public let kCVReturnSuccess: CVReturn = 0
/// An unspecified failure.
public let kCVReturnError: CVReturn = -6660
/// An argument that is out of range.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// Memory could not be allocated.
public let kCVReturnAllocationFailed: CVReturn = -6662
/// A pixel format that is not supported.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
/// A size outside 1 to 65,535 pixels.
public let kCVReturnInvalidSize: CVReturn = -6681
/// A pool that has reached its threshold.
public let kCVReturnWouldExceedAllocationThreshold: CVReturn = -6689

/// Creates a pixel buffer with zeroed memory.
@discardableResult
public func CVPixelBufferCreate(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    guard PixelBufferLayout.name(of: pixelFormatType) != nil else { return kCVReturnInvalidPixelFormat }
    guard let layout = PixelBufferLayout(pixelFormatType, width: width, height: height) else {
        return kCVReturnInvalidSize
    }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: layout.byteCount, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    pixelBufferOut.pointee = CVPixelBuffer(layout, type: pixelFormatType, memory: memory) { $0.deallocate() }
    return kCVReturnSuccess
}

/// Locks the pixels, so that they have an address. Locking for writing copies pixels that are in use elsewhere.
@discardableResult
public func CVPixelBufferLockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags) -> CVReturn
{
    pixelBuffer.lock(isReadOnly: lockFlags.contains(.readOnly)) ? kCVReturnSuccess : kCVReturnError
}

/// Unlocks the pixels.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
    _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
    pixelBuffer.unlock() ? kCVReturnSuccess : kCVReturnError
}

/// Returns the address of the first plane of a locked buffer; nil unless it is locked.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
    pixelBuffer.address(ofPlane: 0)
}

/// Returns the address of a plane of a locked buffer; nil unless it is locked and has the plane.
public func CVPixelBufferGetBaseAddressOfPlane(
    _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
    pixelBuffer.address(ofPlane: planeIndex)
}

/// Returns the width in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.format.size.width }
/// Returns the height in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.format.size.height }
/// Returns the pixel format; 0 for a format that Core Video does not have.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.type }
/// Returns the distance between rows of the first plane in bytes.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
    CVPixelBufferGetBytesPerRowOfPlane(pixelBuffer, 0)
}
/// Returns the distance between rows of a plane in bytes; 0 without the plane.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.planes.indices.contains(planeIndex) ? pixelBuffer.planes[planeIndex].stride : 0
}
/// Returns the width of a plane in its pixels; 0 without the plane.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    guard pixelBuffer.planes.indices.contains(planeIndex) else { return 0 }
    let plane = pixelBuffer.planes[planeIndex]
    return plane.rowLength / max(plane.pixelStride, 1)
}
/// Returns the number of rows of a plane; 0 without the plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.planes.indices.contains(planeIndex) ? pixelBuffer.planes[planeIndex].rowCount : 0
}
/// Returns the number of planes; 0 for packed formats.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
    CVPixelBufferIsPlanar(pixelBuffer) ? pixelBuffer.planes.count : 0
}
/// Whether the format has several planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.planes.count > 1 }
/// Returns the size of the pixels in bytes.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.byteCount }
