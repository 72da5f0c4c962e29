import CGStreamer
import CGStreamerLibraries
package import Media

extension GStreamerFrame {
    /// What the buffer tells of its planes, over what is usual for the format.
    package var layout: [PlaneLayout]? {
        guard case .rawVideo(let format) = format, var planes = format.defaultLayout else { return nil }
        var (offsets, strides) = ([Int](repeating: 0, count: 4), [Int32](repeating: 0, count: 4))
        let count = Int(sluice_gst_buffer_planes(buffer, &offsets, &strides))
        guard count == planes.count else { return count == 0 ? planes : nil }
        for index in planes.indices {
            // Rows that go upwards in memory are for GStreamer's own elements.
            guard strides[index] >= planes[index].rowLength else { return nil }
            planes[index].offset = offsets[index]
            planes[index].stride = Int(strides[index])
        }
        return planes
    }

    /// In place where this is the only frame with the buffer, and nobody else has the buffer or its memory.
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
        guard let map = sluice_gst_buffer_lend(buffer) else { return nil }
        defer { sluice_gst_buffer_unlend(buffer, map) }
        return try body(UnsafeMutableRawBufferPointer(start: map.pointee.data, count: Int(map.pointee.size)))
    }
}
