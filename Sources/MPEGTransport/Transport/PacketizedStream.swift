import Media

/// Assembles the PES packets of one PID (ISO/IEC 13818-1 2.4.3.6).
struct PacketizedStream {
    private var bytes: [UInt8] = []
    /// The offset of the current PES packet; nil before the first one.
    private var start: Int?
    private var meter: any StreamMeter
    private(set) var damage = MediaDamage()
    /// Whether the stream is scrambled, so that it cannot be measured.
    private(set) var hasScrambled = false

    init(meter: any StreamMeter) { self.meter = meter }

    /// Appends the payload of the next transport packet, which starts at `offset` in the resource. `line` unwraps
    /// times.
    mutating func append(
        _ payload: UnsafeRawBufferPointer, of packet: TransportPacket, at offset: Int, _ line: inout TimestampUnwrapper
    ) {
        guard !packet.isScrambled else {
            hasScrambled = true
            return
        }
        if packet.startsUnit {
            flush(&line)
            bytes.removeAll(keepingCapacity: true)
            start = offset
        }
        // The end of a PES packet that started in the preceding segment is not measured.
        if start != nil { bytes.append(contentsOf: payload) }
    }

    /// Passes the assembled packet to the meter.
    private mutating func flush(_ line: inout TimestampUnwrapper) {
        guard let start else { return }
        bytes.withUnsafeBytes { buffer in
            guard let header = PacketHeader(buffer) else {
                damage.add(
                    start, expected: "a PES packet, which starts with 00 00 01",
                    found: MediaDamage.text(buffer.prefix(3)))
                return
            }
            guard header.hasMedia else { return }
            if header.length > 0, buffer.count < header.length {
                damage.add(
                    start, expected: "a PES packet of \(header.length) bytes", found: "\(buffer.count) bytes of it")
            }
            let end = header.length > 0 ? min(header.length, buffer.count) : buffer.count
            guard header.contentOffset < end else { return }
            let presentation = header.presentation.map { line.unwrap($0) }
            let packet = StreamPacket(
                offset: start, presentation: presentation,
                decode: header.decode.map { line.unwrap($0) } ?? presentation)
            meter.process(packet, UnsafeRawBufferPointer(rebasing: buffer[header.contentOffset..<end]))
        }
    }

    /// Returns the measurement, including the last packet.
    mutating func finish(_ line: inout TimestampUnwrapper) -> StreamMeasurement {
        flush(&line)
        start = nil
        var result = meter.finish()
        result.damage.merge(damage)
        return result
    }
}
