import Synchronization

/// Memory of released pixel buffers, up to the number that a program typically has in use.
final class FreePixelMemory: Sendable {
    private static let limit = 16
    private let addresses = Mutex<[UInt]>([])
    private let byteCount: Int

    init(byteCount: Int) { self.byteCount = byteCount }

    deinit { removeAll() }

    /// Returns memory of a released buffer, or zeroed memory.
    func memory() -> UnsafeMutableRawBufferPointer {
        if let address = addresses.withLock({ $0.popLast() }) {
            return UnsafeMutableRawBufferPointer(
                start: UnsafeMutableRawPointer(bitPattern: address), count: byteCount)
        }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        return memory
    }

    func recycle(_ memory: UnsafeMutableRawBufferPointer) {
        let address = UInt(bitPattern: memory.baseAddress)
        let isStored = addresses.withLock { addresses in
            guard addresses.count < Self.limit else { return false }
            addresses.append(address)
            return true
        }
        if !isStored { memory.deallocate() }
    }

    func removeAll() {
        let unused = addresses.withLock { addresses in
            defer { addresses = [] }
            return addresses
        }
        for address in unused { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }
    }
}
