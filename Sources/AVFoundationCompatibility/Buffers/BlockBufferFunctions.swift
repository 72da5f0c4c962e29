import Foundation
import Media

/// Success.
public let kCMBlockBufferNoErr: OSStatus = 0
/// Memory could not be allocated.
public let kCMBlockBufferStructureAllocationFailedErr: OSStatus = -12700
/// A custom block source is not supported.
public let kCMBlockBufferBadCustomBlockSourceErr: OSStatus = -12702
/// An offset outside the buffer.
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12703
/// A length outside the buffer, or above the limit.
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12704
/// A pointer that is nil.
public let kCMBlockBufferBadPointerParameterErr: OSStatus = -12705
/// A buffer without bytes.
public let kCMBlockBufferEmptyBBufErr: OSStatus = -12706

/// The flags of a block buffer; they have no effect.
public typealias CMBlockBufferFlags = UInt32
/// Memory is allocated at once.
public let kCMBlockBufferAssureMemoryNowFlag: CMBlockBufferFlags = 1 << 0
/// Data is always copied.
public let kCMBlockBufferAlwaysCopyDataFlag: CMBlockBufferFlags = 1 << 1

/// Creates a buffer with memory of a program, or with new memory if `memoryBlock` is nil.
///
/// The memory is freed with `free` when the buffer is released, unless `blockAllocator` is `kCFAllocatorNull`; then it
/// must outlive the buffer. A custom block source is not supported.
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
    allocator: CFAllocator?, memoryBlock: UnsafeMutableRawPointer?, blockLength: Int, blockAllocator: CFAllocator?,
    customBlockSource: UnsafeRawPointer?, offsetToData: Int, dataLength: Int, flags: CMBlockBufferFlags,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    guard customBlockSource == nil else { return kCMBlockBufferBadCustomBlockSourceErr }
    guard (0...CMBlockBuffer.lengthLimit).contains(blockLength) else { return kCMBlockBufferBadLengthParameterErr }
    guard offsetToData >= 0, offsetToData <= blockLength else { return kCMBlockBufferBadOffsetParameterErr }
    guard dataLength >= 0, dataLength <= blockLength - offsetToData else { return kCMBlockBufferBadLengthParameterErr }
    guard let memoryBlock else {
        blockBufferOut.pointee = CMBlockBuffer(WritableBytes(count: dataLength))
        return kCMBlockBufferNoErr
    }
    // Safe because the caller has given up the memory, and only `release` uses the address.
    nonisolated(unsafe) let block = memoryBlock
    let isOwned = blockAllocator == nil
    let memory = UnsafeMutableRawBufferPointer(start: memoryBlock + offsetToData, count: dataLength)
    blockBufferOut.pointee = CMBlockBuffer(WritableBytes(adopting: memory) { _ in if isOwned { free(block) } })
    return kCMBlockBufferNoErr
}

/// Creates a buffer without bytes.
@discardableResult
public func CMBlockBufferCreateEmpty(
    allocator: CFAllocator?, capacity: UInt32, flags: CMBlockBufferFlags,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    blockBufferOut.pointee = CMBlockBuffer(ByteSlice(copying: []))
    return kCMBlockBufferNoErr
}

/// Appends the bytes of another buffer, by copying both.
@discardableResult
public func CMBlockBufferAppendBufferReference(
    _ theBuffer: CMBlockBuffer, targetBBuf: CMBlockBuffer, offsetToData: Int, dataLength: Int,
    flags: CMBlockBufferFlags
) -> OSStatus {
    do {
        let count = dataLength == 0 ? targetBBuf.dataLength - offsetToData : dataLength
        try theBuffer.append(bufferReference: CMBlockBuffer(targetBBuf.part(offsetToData, count)))
        return kCMBlockBufferNoErr
    } catch {
        return kCMBlockBufferBadOffsetParameterErr
    }
}

/// Returns the length in bytes.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

/// Whether a buffer has no bytes.
public func CMBlockBufferIsEmpty(_ theBuffer: CMBlockBuffer) -> Bool { theBuffer.isEmpty }

/// Copies bytes to memory of the program.
@discardableResult
public func CMBlockBufferCopyDataBytes(
    _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int,
    destination: UnsafeMutableRawPointer
) -> OSStatus {
    guard let part = try? theSourceBuffer.part(offsetToData, dataLength) else {
        return kCMBlockBufferBadOffsetParameterErr
    }
    part.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(start: destination, count: dataLength).copyMemory(from: $0)
    }
    return kCMBlockBufferNoErr
}

/// Writes bytes of the program into a buffer.
@discardableResult
public func CMBlockBufferReplaceDataBytes(
    with sourceBytes: UnsafeRawPointer, blockBuffer: CMBlockBuffer, offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
    guard (try? blockBuffer.part(offsetIntoDestination, dataLength)) != nil else {
        return kCMBlockBufferBadOffsetParameterErr
    }
    blockBuffer.withWritableMemory {
        let range = offsetIntoDestination..<offsetIntoDestination + dataLength
        UnsafeMutableRawBufferPointer(rebasing: $0[range])
            .copyMemory(from: UnsafeRawBufferPointer(start: sourceBytes, count: dataLength))
    }
    return kCMBlockBufferNoErr
}

/// Sets bytes to a value.
@discardableResult
public func CMBlockBufferFillDataBytes(
    with fillByte: CChar, blockBuffer: CMBlockBuffer, offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
    guard (try? blockBuffer.part(offsetIntoDestination, dataLength)) != nil else {
        return kCMBlockBufferBadOffsetParameterErr
    }
    blockBuffer.withWritableMemory {
        let range = offsetIntoDestination..<offsetIntoDestination + dataLength
        _ = UnsafeMutableRawBufferPointer(rebasing: $0[range]).initializeMemory(as: CChar.self, repeating: fillByte)
    }
    return kCMBlockBufferNoErr
}

/// Returns the address of the bytes, which is valid while the buffer exists. Bytes of a file are copied first, because
/// the program may write through the pointer.
@discardableResult
public func CMBlockBufferGetDataPointer(
    _ theBuffer: CMBlockBuffer, atOffset offset: Int, lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
    totalLengthOut: UnsafeMutablePointer<Int>?, dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
    let length = theBuffer.dataLength
    guard length > 0 else { return kCMBlockBufferEmptyBBufErr }
    guard offset >= 0, offset < length else { return kCMBlockBufferBadOffsetParameterErr }
    lengthAtOffsetOut?.pointee = length - offset
    totalLengthOut?.pointee = length
    if let dataPointerOut {
        theBuffer.withWritableMemory {
            dataPointerOut.pointee = ($0.baseAddress! + offset).assumingMemoryBound(to: CChar.self)
        }
    }
    return kCMBlockBufferNoErr
}
