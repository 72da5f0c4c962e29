/// The streams of the PIDs, and the continuity of their packets.
struct PacketRoles {
    /// The maximum number of measured streams.
    private static let streamLimit = 64
    private static let pidCount = 8192

    /// The stream's index by PID; -1 for none.
    private var indexes = [Int8](repeating: -1, count: pidCount)
    /// The counter of the last packet with a payload by PID; 255 before the first one.
    private var counters = [UInt8](repeating: 255, count: pidCount)
    /// Whether the last packet was a repetition of the one before.
    private var repeated = [Bool](repeating: false, count: pidCount)
    private(set) var streams: [PacketizedStream] = []
    private var isRepetition = false

    mutating func assign(_ tables: ProgramTables, keepsSamples: Bool) {
        for entry in tables.entries ?? [] where indexes[entry.pid] < 0 && streams.count < Self.streamLimit {
            guard let meter = entry.coding.meter(id: UInt32(entry.pid), keepsSamples: keepsSamples) else { continue }
            indexes[entry.pid] = Int8(streams.count)
            streams.append(PacketizedStream(meter: meter))
        }
    }

    /// Returns the index of the packet's stream; nil for tables, unknown PIDs and repetitions.
    func stream(of packet: TransportPacket) -> Int? {
        let index = Int(indexes[packet.pid])
        return index < 0 || packet.payload.isEmpty || isRepetition ? nil : index
    }

    /// Returns the fault of the packet's continuity counter (ISO/IEC 13818-1 2.4.3.3); nil if there is none.
    mutating func problem(of packet: TransportPacket) -> (expected: String, found: String)? {
        let last = counters[packet.pid]
        isRepetition = false
        guard packet.pid != TransportPacket.nullPID, !packet.payload.isEmpty else { return nil }
        counters[packet.pid] = packet.continuity
        defer { repeated[packet.pid] = isRepetition }
        guard last != 255, !packet.isDiscontinuous else { return nil }
        if packet.continuity == (last + 1) & 15 { return nil }
        // Each packet may be sent twice.
        if packet.continuity == last, !repeated[packet.pid], !packet.startsUnit {
            isRepetition = true
            return nil
        }
        return (
            "continuity_counter \((last + 1) & 15) of PID \(packet.pid)", "\(packet.continuity): packets are missing"
        )
    }
}
