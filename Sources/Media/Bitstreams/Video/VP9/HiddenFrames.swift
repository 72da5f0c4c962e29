/// Merges hidden VP9 frames in separate packets with the next shown frame into one sample, as ISO base media files
/// require (VP codec mapping, 3).
package struct HiddenFrames: Sendable {
    /// A sample and its presentation time, in the unit of the packets' times.
    package struct Merged: Sendable {
        package var bytes: ByteSlice
        package var presentation: Int64?
    }

    private var waiting: VP9Superframe?
    private var waitingTime: Int64?
    /// The number of packets waiting for a shown frame.
    package private(set) var count = 0

    package init() {}

    /// Returns the sample that ends with this packet; nil if the packet has no shown frame.
    ///
    /// A container may give hidden frames the time of the shown one. GStreamer's demuxer then delivers the shown frame
    /// without a time.
    package mutating func sample(_ packet: ByteSlice, at presentation: Int64?) -> Merged? {
        var frames = VP9Superframe(packet)
        if var joined = waiting, joined.append(frames) { frames = joined }
        guard frames.isShown else {
            // A superframe index has at most eight frames; encoders hide one or two at a time.
            (waiting, count) = (frames, count + 1)
            waitingTime = presentation ?? waitingTime
            return nil
        }
        defer { (waiting, waitingTime, count) = (nil, nil, 0) }
        return Merged(bytes: waiting == nil ? packet : frames.sample, presentation: presentation ?? waitingTime)
    }
}
