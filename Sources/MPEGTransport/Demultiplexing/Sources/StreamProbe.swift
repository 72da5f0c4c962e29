import Media

/// Detects the codings of streams that no table describes by their first bytes.
struct StreamProbe {
    /// The number of bytes of the file to search.
    private static let searchLimit = 4 << 20
    /// The number of bytes to examine of each stream.
    private static let size = 1 << 16
    private static let pidLimit = 64

    private struct Beginning {
        var streamID: UInt8
        var bytes: [UInt8] = []

        mutating func append(_ content: Slice<UnsafeRawBufferPointer>) {
            bytes.append(contentsOf: content.prefix(max(0, size - bytes.count)))
        }
    }

    private var beginnings: [Int: Beginning] = [:]
    /// The PID that carries clock references.
    private(set) var clockPID: Int?

    /// Collects the first bytes of the streams of `pids`, or of all PIDs with PES packets.
    init(_ buffer: UnsafeRawBufferPointer, _ layout: PacketLayout, of pids: Set<Int>?) {
        let end = min(buffer.count, Self.searchLimit)
        var offset = layout.start
        while offset + TransportPacket.size <= end {
            guard let packet = TransportPacket(buffer, at: offset) else {
                offset = layout.nextPacket(buffer, from: offset + 1)
                continue
            }
            if !packet.isScrambled, pids?.contains(packet.pid) ?? true {
                let range = offset + packet.payload.lowerBound..<offset + packet.payload.upperBound
                collect(packet, UnsafeRawBufferPointer(rebasing: buffer[range]))
                if clockPID == nil, Self.hasReference(buffer, offset) { clockPID = packet.pid }
            }
            offset += layout.stride
        }
    }

    /// The streams with a detected coding, in the order of their PIDs.
    var entries: [ProgramTables.Entry] {
        beginnings.keys.sorted().compactMap { pid in
            coding(of: pid).map {
                ProgramTables.Entry(pid: pid, type: 0x06, coding: $0, detectedName: otherVideo(of: pid))
            }
        }
    }

    /// Returns the name of video that starts with a keyframe and is not parsed, which some multiplexers store as private
    /// data without a descriptor; nil for other streams.
    func otherVideo(of pid: Int) -> String? {
        guard let bytes = beginnings[pid]?.bytes, bytes.count >= 8 else { return nil }
        // Frame marker and frame type, then the sync code (VP9 Bitstream Specification 6.1, RFC 6386 9.1).
        if bytes[0] & 0xcc == 0x80, bytes[1...3] == [0x49, 0x83, 0x42] { return "VP9 video" }
        if bytes[0] & 1 == 0, bytes[3...5] == [0x9d, 0x01, 0x2a] { return "VP8 video" }
        // A temporal delimiter and a sequence header, with and without start codes (AV1 5.3).
        let delimiters: [[UInt8]] = [AV1Framing.start, [0, 0, 1, 0x12, 0x00], [0, 0, 1, 0x10, 0, 0, 1]]
        return delimiters.contains { bytes.starts(with: $0) } ? "AV1 video" : nil
    }

    /// Returns the coding of a stream; nil if it is not supported.
    func coding(of pid: Int) -> StreamCoding? {
        guard let beginning = beginnings[pid] else { return nil }
        if otherVideo(of: pid) != nil { return .otherVideo }
        // Video has stream identifiers from 0xe0 to 0xef.
        guard beginning.streamID & 0xf0 == 0xe0 else {
            return PackedAudioSource(ByteSlice(copying: beginning.bytes))?.coding
        }
        return beginning.bytes.withUnsafeBytes { buffer in
            for unit in NALUnitScan(buffer) {
                let bytes = Array(unit.prefix(StreamParameterSets.size))
                if unit[0] & 0x9f == 7, (try? SequenceParameterSet(avc: bytes)) != nil { return .avc }
                if unit[0] >> 1 == 33, (try? SequenceParameterSet(hevc: bytes)) != nil { return .hevc }
            }
            return nil
        }
    }

    private mutating func collect(_ packet: TransportPacket, _ payload: UnsafeRawBufferPointer) {
        if packet.startsUnit, let header = PacketHeader(payload), header.hasMedia,
            header.contentOffset <= payload.count
        {
            guard beginnings[packet.pid] != nil || beginnings.count < Self.pidLimit else { return }
            beginnings[packet.pid, default: Beginning(streamID: payload[3])].append(
                payload[header.contentOffset...])
        } else if !packet.startsUnit {
            beginnings[packet.pid]?.append(payload[...])
        }
    }

    private static func hasReference(_ buffer: UnsafeRawBufferPointer, _ offset: Int) -> Bool {
        buffer[offset + 3] & 0x20 != 0 && buffer[offset + 4] >= 7 && buffer[offset + 5] & 0x10 != 0
    }
}
