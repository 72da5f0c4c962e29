/// One PES packet without its header.
struct StreamPacket {
    /// The offset of the packet in the resource, in bytes.
    var offset: Int
    var presentation: Int64?
    /// Equal to `presentation` if the packet has no decode time.
    var decode: Int64?
}
