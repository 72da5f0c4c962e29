public import Foundation
import Media
import Synchronization

/// The bytes of a sample buffer, which are shared, not copied, with the file or the encoder that they come from.
///
/// Bytes that a program wants to write are copied first, unless the buffer was created for writing.
public final class CMBlockBuffer: Sendable {
    private struct State {
        var slice: ByteSlice
        var writable: WritableBytes?
    }
    private let state: Mutex<State>

    /// A buffer that shares bytes.
    init(_ slice: ByteSlice) { state = Mutex(State(slice: slice)) }

    /// A buffer with memory for writing.
    init(_ writable: WritableBytes) { state = Mutex(State(slice: writable.slice, writable: writable)) }

    /// An empty buffer. The capacity has no effect.
    public convenience init(capacity: Int = 0, flags: Flags = []) throws { self.init(ByteSlice(copying: [])) }

    /// A buffer of `length` zero bytes. Throws `kCMBlockBufferBadLengthParameterErr` unless the length is from 1 to
    /// 2 GiB.
    public convenience init(length: Int, flags: Flags = []) throws {
        guard (1...Self.lengthLimit).contains(length) else {
            throw statusError(kCMBlockBufferBadLengthParameterErr, "a block buffer of \(length) bytes")
        }
        self.init(WritableBytes(count: length))
    }

    /// A buffer with a copy of `buffer`.
    public convenience init(copying buffer: UnsafeRawBufferPointer) throws {
        let writable = WritableBytes(count: buffer.count)
        writable.memory.copyMemory(from: buffer)
        self.init(writable)
    }

    /// The maximum size of memory that a buffer allocates.
    static let lengthLimit = 1 << 31

    /// The options of a buffer; they have no effect.
    public struct Flags: OptionSet, Sendable {
        public let rawValue: UInt32
        /// The options with these bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// Memory is allocated at once.
        public static let assureMemoryNow = Flags(rawValue: 1 << 0)
        /// Data is always copied.
        public static let alwaysCopyData = Flags(rawValue: 1 << 1)
        /// Depth is not optimized.
        public static let dontOptimizeDepth = Flags(rawValue: 1 << 2)
        /// Empty references are permitted.
        public static let permitEmptyReference = Flags(rawValue: 1 << 3)
    }

    /// The bytes in place.
    var slice: ByteSlice { state.withLock { $0.slice } }

    /// The length in bytes.
    public var dataLength: Int { slice.count }
    /// Whether the buffer has no bytes.
    public var isEmpty: Bool { dataLength == 0 }
    /// Whether the bytes are in one piece, which they always are.
    public var isContiguous: Bool { true }

    /// Returns a copy of the bytes.
    public func dataBytes() throws -> Data { slice.withUnsafeBytes { Data($0) } }

    /// Copies the first bytes to `destination`. Throws when the buffer has fewer.
    public func copyDataBytes(to destination: UnsafeMutableRawBufferPointer) throws {
        let slice = try part(0, destination.count)
        slice.withUnsafeBytes { destination.copyMemory(from: $0) }
    }

    /// Writes bytes over the first ones of the buffer. Throws when the buffer has fewer.
    public func replaceDataBytes(with source: UnsafeRawBufferPointer) throws {
        _ = try part(0, source.count)
        withWritableMemory { UnsafeMutableRawBufferPointer(rebasing: $0[..<source.count]).copyMemory(from: source) }
    }

    /// Sets every byte to a value.
    public func fillDataBytes(with value: CChar) throws {
        withWritableMemory { _ = $0.initializeMemory(as: CChar.self, repeating: value) }
    }

    /// Calls `body` with the bytes in place. The pointer is valid only during the call.
    public func withContiguousStorage<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        try slice.withUnsafeBytes { try body($0) }
    }

    /// Calls `body` with the bytes from an offset on for writing. The pointer is valid only during the call.
    public func withUnsafeMutableBytes<Result>(
        atOffset offset: Int = 0, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
    ) throws -> Result {
        _ = try part(offset, 0)
        return try withWritableMemory { try body(UnsafeMutableRawBufferPointer(rebasing: $0[offset...])) }
    }

    /// Appends the bytes of another buffer, by copying both.
    public func append(bufferReference other: CMBlockBuffer, flags: Flags = []) throws {
        let addition = other.slice
        let current = slice
        let (length, overflows) = current.count.addingReportingOverflow(addition.count)
        guard !overflows, length <= Self.lengthLimit else {
            throw statusError(kCMBlockBufferBadLengthParameterErr, "a block buffer of more than 2 GiB")
        }
        let writable = WritableBytes(count: length)
        current.withUnsafeBytes { writable.memory.copyMemory(from: $0) }
        addition.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(rebasing: writable.memory[current.count...]).copyMemory(from: $0)
        }
        state.withLock { $0 = State(slice: writable.slice, writable: writable) }
    }

    /// Returns a part of the bytes. Throws when the range exceeds the buffer.
    func part(_ offset: Int, _ count: Int) throws -> ByteSlice {
        let slice = slice
        guard offset >= 0, count >= 0, offset <= slice.count, count <= slice.count - offset else {
            throw statusError(
                kCMBlockBufferBadOffsetParameterErr,
                "\(count) bytes at \(offset) of a block buffer of \(slice.count) bytes")
        }
        return slice.slice(offset..<offset + count)
    }

    /// Calls `body` with memory that may be written: the buffer's, or else a copy that replaces it.
    func withWritableMemory<Result>(_ body: (UnsafeMutableRawBufferPointer) throws -> Result) rethrows -> Result {
        let writable = state.withLock { state in
            if let writable = state.writable { return writable }
            let copy = WritableBytes(count: state.slice.count)
            state.slice.withUnsafeBytes { copy.memory.copyMemory(from: $0) }
            state = State(slice: copy.slice, writable: copy)
            return copy
        }
        return try body(writable.memory)
    }
}

extension CMBlockBuffer: Hashable {
    public static func == (left: CMBlockBuffer, right: CMBlockBuffer) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
