import Media
import Synchronization

/// Memory of pixel buffers of one format, which is used again after a buffer has been released.
public final class CVPixelBufferPool: Sendable {
    let layout: PixelBufferLayout
    let type: OSType
    let attributes: [String: UncheckedValue]
    private let free: FreePixelMemory

    init(_ layout: PixelBufferLayout, type: OSType, attributes: CFDictionary) {
        self.layout = layout
        self.type = type
        self.attributes = attributes.mapValues(UncheckedValue.init)
        free = FreePixelMemory(byteCount: layout.byteCount)
    }

    func makeBuffer() -> CVPixelBuffer {
        CVPixelBuffer(layout, type: type, memory: free.memory()) { [free] in free.recycle($0) }
    }

    /// Releases the memory that is not in use.
    func flush() { free.removeAll() }
}
