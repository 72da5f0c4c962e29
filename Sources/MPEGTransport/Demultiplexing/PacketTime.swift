/// The time of the first access unit that starts in a PES packet, on the program's timeline.
struct PacketTime {
    var presentation: Int64
    /// nil if the packet has only a presentation time.
    var decode: Int64?
}
