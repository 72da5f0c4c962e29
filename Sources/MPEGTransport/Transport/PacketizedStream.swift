import Media

/// Puts the PES packets of one PID together, ISO/IEC 13818-1 2.4.3.6.
struct PacketizedStream {
    private var bytes: [UInt8] = []
    /// Where the packet that is being put together begins; nil before the first one.
    private var start: Int?
    private var meter: any StreamMeter
    private(set) var damage = MediaDamage()
    /// Whether the transport scrambles it, so that nothing can be measured.
    private(set) var hasScrambled = false

    init(meter: any StreamMeter) { self.meter = meter }

    /// Takes the payload of the next transport packet, which begins at `offset` of the resource; `line` unwraps times.
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
        // What belongs to a packet of the segment before is nobody's here.
        if start != nil { bytes.append(contentsOf: payload) }
    }

    /// Hands over the packet so far.
    private mutating func flush(_ line: inout TimestampUnwrapper) {
        guard let start else { return }
        bytes.withUnsafeBytes { buffer in
            guard let header = PacketHeader(buffer) else {
                damage.add(
                    start, expected: "a PES packet, which begins with 00 00 01",
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

    /// What was measured, the last packet included.
    mutating func finish(_ line: inout TimestampUnwrapper) -> StreamMeasurement {
        flush(&line)
        start = nil
        var result = meter.finish()
        result.damage.merge(damage)
        return result
    }
}
