/// Memory of the system, which is not used again.
package struct SystemMemory: MemorySource {
    package init() {}

    package func allocate(byteCount: Int) -> UnsafeMutableRawBufferPointer {
        .allocate(byteCount: max(byteCount, 1), alignment: 16)
    }

    package func recycle(_ memory: UnsafeMutableRawBufferPointer) { memory.deallocate() }
}
