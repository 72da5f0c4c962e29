import CGStreamer
import CGStreamerLibraries
package import Media
import StageKit
import Synchronization

/// Pushes coded samples to a decoder's pipeline without copying, and waits while it is full.
final class SampleFeed: @unchecked Sendable {
    // Safe because only one task pushes.
    private let buffers: BufferFeed
    private let caps: FrameCaps
    private let start: Int64
    private let latestEnd = Atomic<Int64>(.min)
    /// The times of the newest samples, by which decoders' output is matched to them.
    private var newestTimes: [Int64] = []
    /// The number of samples that decoders reorder at most, and some more.
    private static let newestCount = 64
    /// The newest times of samples that repeat the time of another one.
    private let repeatedTimes = Mutex<[Int64]>([])

    /// The offset of pipeline times from sample times in nanoseconds: GStreamer's times must not be negative.
    static let bias: Int64 = 3_600_000_000_000
    /// The earliest sample time.
    static let earliest = MediaTime.nanoseconds(-bias)

    /// Feeds samples with these caps. Frames before `start` are dropped.
    ///
    /// The appsrc must have `handle-segment-change` set.
    init(_ buffers: BufferFeed, caps: FrameCaps, start: MediaTime) {
        self.buffers = buffers
        self.caps = caps
        self.start = Self.biased(start.nanoseconds)
        buffers.setCaps(caps)
    }

    /// The end of the media that the pushed samples present; nil before the first sample.
    var end: MediaTime? {
        let end = latestEnd.load(ordering: .acquiring)
        return end == .min ? nil : .nanoseconds(end)
    }

    /// Pushes a sample. Throws ``OutputClosed`` when the frames are no longer accepted.
    func push(_ sample: Sample) async throws {
        _ = try await buffers.waitForSpace()
        let owner = Unmanaged.passRetained(sample.bytes.storage).toOpaque()
        let buffer = sample.bytes.withUnsafeBytes {
            sluice_gst_buffer_wrapping($0.baseAddress, $0.count, owner, releaseOwner)
        }
        guard let buffer else { return }
        let duration = MediaTime(value: sample.duration, timescale: sample.timescale).nanoseconds
        let (end, isTooLarge) = sample.presentationTime.nanoseconds.addingReportingOverflow(duration)
        if !isTooLarge { latestEnd.max(end, ordering: .acquiringAndReleasing) }
        sluice_gst_buffer_set_times(
            buffer, Self.time(distinct(sample.presentationTime.nanoseconds)), Self.time(sample.decodeTime.nanoseconds),
            GstClockTime(max(0, duration)), sample.isSync,
            sample.flags.isDecodeOnly)
        buffers.push(buffer, segment: start)
    }

    /// Returns a time that no recent sample has, in nanoseconds.
    private func distinct(_ time: Int64) -> Int64 {
        var result = time
        while newestTimes.contains(result) { result += 1 }
        if result != time {
            repeatedTimes.withLock { times in
                if times.count == Self.newestCount { times.removeFirst() }
                times.append(time)
            }
        }
        if newestTimes.count == Self.newestCount { newestTimes.removeFirst() }
        newestTimes.append(result)
        return result
    }

    /// The number of the newest samples with this time in nanoseconds.
    func sampleCount(at nanoseconds: Int64) -> Int {
        repeatedTimes.withLock { 1 + $0.count { (0...Int64(Self.newestCount)).contains(nanoseconds &- $0) } }
    }

    private static func time(_ nanoseconds: Int64) -> GstClockTime { GstClockTime(max(0, biased(nanoseconds))) }

    private static func biased(_ nanoseconds: Int64) -> Int64 {
        let (sum, isTooLarge) = nanoseconds.addingReportingOverflow(bias)
        return isTooLarge ? .max : sum
    }
}

extension SampleFlags {
    /// The bit of samples that are decoded, and whose frames are not presented. Files reserve it.
    private static let decodeOnly: UInt32 = 0x1000_0000

    package var isDecodeOnly: Bool { rawValue & Self.decodeOnly != 0 }
    package var decodedOnly: SampleFlags { SampleFlags(rawValue: rawValue | Self.decodeOnly) }
}
