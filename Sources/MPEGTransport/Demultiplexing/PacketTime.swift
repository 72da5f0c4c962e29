/// The time that a PES packet gives the first access unit that begins in it, on the program's line.
struct PacketTime {
    var presentation: Int64
    /// nil where the packet has a presentation time alone.
    var decode: Int64?
}
