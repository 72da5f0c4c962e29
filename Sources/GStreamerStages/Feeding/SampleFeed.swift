import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// Puts coded samples into a decoder's pipeline by reference and waits while it is full.
final class SampleFeed: @unchecked Sendable {
    // Safe because one task pushes.
    private let buffers: BufferFeed
    private let caps: FrameCaps
    private let start: Int64

    /// How much times inside are ahead of sample times, in nanoseconds: inside they may not be negative.
    static let bias: Int64 = 3_600_000_000_000

    /// Feeds samples with these caps; what is decoded before `start` is dropped.
    ///
    /// The appsrc has the property `handle-segment-change`.
    init(_ buffers: BufferFeed, caps: FrameCaps, start: MediaTime) {
        self.buffers = buffers
        self.caps = caps
        self.start = Self.inside(start.nanoseconds)
        buffers.setCaps(caps)
    }

    /// Pushes a sample; throws ``OutputRefused`` when nobody takes the frames.
    func push(_ sample: Sample) async throws {
        _ = try await buffers.waitForRoom()
        let owner = Unmanaged.passRetained(sample.bytes.storage).toOpaque()
        let buffer = sample.bytes.withUnsafeBytes {
            sluice_gst_buffer_wrapping($0.baseAddress, $0.count, owner, releaseOwner)
        }
        guard let buffer else { return }
        let duration = MediaTime(value: sample.duration, timescale: sample.timescale).nanoseconds
        sluice_gst_buffer_set_times(
            buffer, Self.time(sample.presentationTime), Self.time(sample.decodeTime), GstClockTime(max(0, duration)),
            sample.isSync)
        buffers.push(buffer, segment: start)
    }

    private static func time(_ time: MediaTime) -> GstClockTime { GstClockTime(max(0, inside(time.nanoseconds))) }

    private static func inside(_ nanoseconds: Int64) -> Int64 {
        let (sum, isTooLarge) = nanoseconds.addingReportingOverflow(bias)
        return isTooLarge ? .max : sum
    }
}
