import CGStreamer
import CGStreamerLibraries
package import Media

extension GStreamerFrame {
    /// The layout of the planes according to the buffer, or else the default layout of the format; nil if it cannot be
    /// described.
    package var layout: [PlaneLayout]? {
        guard case .rawVideo(let format) = format, var planes = format.defaultLayout else { return nil }
        var (offsets, strides) = ([Int](repeating: 0, count: 4), [Int32](repeating: 0, count: 4))
        let count = Int(sluice_gst_buffer_planes(buffer, &offsets, &strides))
        guard count == planes.count else { return count == 0 ? planes : nil }
        for index in planes.indices {
            // Bottom-up row order is only supported by GStreamer's elements.
            guard strides[index] >= planes[index].rowLength else { return nil }
            planes[index].offset = offsets[index]
            planes[index].stride = Int(strides[index])
        }
        return planes
    }

    /// Writes in place if this frame is the only owner of the buffer and its memory, otherwise in a copy. Returns nil
    /// if the buffer cannot be copied or mapped.
    package static func withMutableBytes<Result>(
        of content: inout GStreamerFrame, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
    ) rethrows -> Result? {
        if !isKnownUniquelyReferenced(&content) || !sluice_gst_buffer_is_exclusive(content.buffer) {
            guard let copy = sluice_gst_buffer_deep_copy(content.buffer) else { return nil }
            content = GStreamerFrame(taking: copy, caps: content.caps)
        }
        return try content.lend(body)
    }

    private func lend<Result>(_ body: (UnsafeMutableRawBufferPointer) throws -> Result) rethrows -> Result? {
        guard let map = sluice_gst_buffer_map_writable(buffer) else { return nil }
        defer { sluice_gst_buffer_unmap_writable(buffer, map) }
        return try body(UnsafeMutableRawBufferPointer(start: map.pointee.data, count: Int(map.pointee.size)))
    }
}
