import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// Reports the first timestamp that a demuxer assigns to a stream, before decoding.
final class FirstTimestampProbe: Sendable {
    private let report: @Sendable (Int64) -> Void

    private init(_ tell: @escaping @Sendable (Int64) -> Void) { self.report = tell }

    /// Monitors a pad of a demuxer or parser.
    static func watch<Output>(_ pad: UnsafeMutablePointer<GstPad>, _ outlets: OutletRun<Output>) {
        let owner = Unmanaged.passRetained(FirstTimestampProbe { outlets.lowerOrigin($0) }).toOpaque()
        let target = ghostTarget(pad)
        gst_pad_add_probe(
            target ?? pad, GST_PAD_PROBE_TYPE_BUFFER,
            { _, info, owner in
                guard let owner, let data = info?.pointee.data else { return GST_PAD_PROBE_OK }
                let time = data.assumingMemoryBound(to: GstBuffer.self).pointee.pts
                guard let time = Int64(exactly: time) else { return GST_PAD_PROBE_OK }
                Unmanaged<FirstTimestampProbe>.fromOpaque(owner).takeUnretainedValue().report(time)
                return GST_PAD_PROBE_REMOVE
            }, owner, { owner in owner.map { Unmanaged<FirstTimestampProbe>.fromOpaque($0).release() } })
        if let target { gst_object_unref(target) }
    }

    private static func ghostTarget(_ pad: UnsafeMutablePointer<GstPad>) -> UnsafeMutablePointer<GstPad>? {
        let instance = UnsafeMutableRawPointer(pad).assumingMemoryBound(to: GTypeInstance.self)
        guard g_type_check_instance_is_a(instance, gst_ghost_pad_get_type()) != 0 else { return nil }
        return gst_ghost_pad_get_target(UnsafeMutableRawPointer(pad).assumingMemoryBound(to: GstGhostPad.self))
    }
}
