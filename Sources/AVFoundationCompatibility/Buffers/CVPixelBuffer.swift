import Media
import Synchronization

/// An image buffer: always a pixel buffer.
public typealias CVImageBuffer = CVPixelBuffer
/// A buffer: always a pixel buffer.
public typealias CVBuffer = CVPixelBuffer

/// One uncompressed video frame in memory.
///
/// A locked buffer has an address. Locking for writing copies pixels that an encoder or a decoder still uses.
public final class CVPixelBuffer: Sendable {
    fileprivate enum Storage {
        /// Memory of this buffer, with its address as a number.
        case owned(FrameMemory, address: UInt)
        /// A frame of a decoder or a device.
        case shared(any FrameContent)
    }
    fileprivate struct State {
        var storage: Storage
        var lockCount = 0
        /// The bytes that a locked buffer retains.
        var locked: ByteSlice?
        var attachments: [String: UncheckedValue] = [:]
    }
    private let state: Mutex<State>
    let format: RawVideoFormat
    let planes: [PlaneLayout]
    /// The pixel format; 0 if Core Video has no equivalent.
    let type: OSType

    /// A buffer with new memory of this layout, which `release` gets back.
    init(
        _ layout: PixelBufferLayout, type: OSType, memory: UnsafeMutableRawBufferPointer,
        release: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void
    ) {
        format = layout.format
        planes = layout.planes
        self.type = type
        let frame = FrameMemory(
            memory, format: .rawVideo(layout.format), layout: layout.planes, release: release)
        let address = UInt(bitPattern: memory.baseAddress)
        state = Mutex(State(storage: .owned(frame, address: address)))
    }

    /// A buffer that shares a decoded or captured frame; nil unless it is video that the CPU can read.
    init?(_ frame: Frame) {
        guard case .rawVideo(let format) = frame.content.format,
            let planes = frame.content.layout ?? format.defaultLayout, let bytes = frame.content.bytes,
            planes.allSatisfy({ $0.offset >= 0 && $0.offset + $0.stride * ($0.rowCount - 1) <= bytes.count })
        else { return nil }
        self.format = format
        self.planes = planes
        type = PixelBufferLayout.type(of: format) ?? 0
        state = Mutex(State(storage: .shared(frame.content)))
    }

    /// The frame's bytes for an encoder, shared with this buffer.
    var content: any FrameContent {
        state.withLock { state in
            switch state.storage {
            case .owned(let frame, _): frame
            case .shared(let content): content
            }
        }
    }

    /// Locks the bytes; for writing they become this buffer's own. Returns false if they cannot be read.
    func lock(isReadOnly: Bool) -> Bool {
        state.withLock { state in
            if !isReadOnly, state.lockCount == 0 || state.isShared { state.makeWritable(format, planes) }
            let bytes: ByteSlice? =
                switch state.storage {
                // The address suffices: a slice would be another owner, so that the next lock copied the bytes.
                case .owned: nil
                case .shared(let content): content.bytes
                }
            if case .shared = state.storage, bytes == nil { return false }
            state.locked = bytes
            state.lockCount += 1
            return true
        }
    }

    /// Unlocks the bytes. Returns false unless they were locked.
    func unlock() -> Bool {
        state.withLock { state in
            guard state.lockCount > 0 else { return false }
            state.lockCount -= 1
            if state.lockCount == 0 { state.locked = nil }
            return true
        }
    }

    /// The address of a plane of a locked buffer; nil otherwise.
    func address(ofPlane plane: Int) -> UnsafeMutableRawPointer? {
        guard planes.indices.contains(plane) else { return nil }
        let offset = planes[plane].offset
        let address = state.withLock { state -> UInt in
            guard state.lockCount > 0 else { return 0 }
            if case .owned(_, let address) = state.storage { return address }
            return state.locked?.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } ?? 0
        }
        return address == 0 ? nil : UnsafeMutableRawPointer(bitPattern: address + UInt(offset))
    }

    /// The number of bytes, with padding.
    var byteCount: Int { content.byteCount }

    func setAttachment(_ value: UncheckedValue?, forKey key: String) {
        state.withLock { $0.attachments[key] = value }
    }

    var attachments: [String: UncheckedValue] { state.withLock { $0.attachments } }
}

extension CVPixelBuffer.State {
    /// Whether the bytes belong to a decoder or a device.
    fileprivate var isShared: Bool { if case .shared = storage { true } else { false } }

    /// Replaces bytes that have another owner by a copy.
    fileprivate mutating func makeWritable(_ format: RawVideoFormat, _ planes: [PlaneLayout]) {
        let source: ByteSlice?
        switch storage {
        case .owned(var frame, let address):
            // Emptied while counting owners, so that `frame` is the only reference of this buffer.
            storage = .shared(FrameBytes(ByteSlice(copying: []), format: .rawVideo(format)))
            if isKnownUniquelyReferenced(&frame) {
                storage = .owned(frame, address: address)
                return
            }
            storage = .owned(frame, address: address)
            source = frame.bytes
        case .shared(let content): source = content.bytes
        }
        guard let source else { return }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count, alignment: 64)
        source.withUnsafeBytes { memory.copyMemory(from: $0) }
        let address = UInt(bitPattern: memory.baseAddress)
        let copy = FrameMemory(memory, format: .rawVideo(format), layout: planes) { $0.deallocate() }
        storage = .owned(copy, address: address)
    }
}

extension CVPixelBuffer: Hashable {
    public static func == (left: CVPixelBuffer, right: CVPixelBuffer) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
