import Media

/// Merges hidden VP9 frames in separate packets with the next shown frame into one sample, as ISO base media files
/// require (VP codec mapping, 3).
struct HiddenFrames {
    private var waiting: VP9Superframe?
    /// The number of packets waiting for a shown frame.
    private(set) var count = 0

    /// Returns the sample that ends with this packet; nil if the packet has no shown frame.
    mutating func sample(_ packet: ByteSlice) -> ByteSlice? {
        var frames = VP9Superframe(packet)
        if var joined = waiting, joined.append(frames) { frames = joined }
        guard frames.isShown else {
            // A superframe index has at most eight frames; encoders hide one or two at a time.
            (waiting, count) = (frames, count + 1)
            return nil
        }
        defer { (waiting, count) = (nil, 0) }
        return waiting == nil ? packet : frames.sample
    }
}
