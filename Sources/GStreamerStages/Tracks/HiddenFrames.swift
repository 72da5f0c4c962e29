import Media

/// VP9 frames that are not shown, as packets of their own: they become one sample with the frame that is shown next, as
/// ISO base media files have them (VP codec mapping, 3).
struct HiddenFrames {
    private var waiting: VP9Superframe?
    /// How many packets wait for a frame that is shown.
    private(set) var count = 0

    /// The sample that ends with this packet; nil for a packet that shows nothing.
    mutating func sample(_ packet: ByteSlice) -> ByteSlice? {
        var frames = VP9Superframe(packet)
        if var joined = waiting, joined.append(frames) { frames = joined }
        guard frames.isShown else {
            // An index has room for eight frames; encoders hide one or two at a time.
            (waiting, count) = (frames, count + 1)
            return nil
        }
        defer { (waiting, count) = (nil, 0) }
        return waiting == nil ? packet : frames.sample
    }
}
