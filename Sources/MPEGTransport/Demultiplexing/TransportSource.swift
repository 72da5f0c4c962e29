import Media

/// The packets of one program of a transport stream, ISO/IEC 13818-1 2.4.
struct TransportSource {
    /// What the packets of a PID are for.
    private enum Role {
        static let none: Int16 = -1
        static let tables: Int16 = -2
        static let uncarried: Int16 = -3
    }

    private static let pidCount = 8192
    /// Streams that are read of one program.
    private static let streamLimit = 64
    /// Bytes in which the tables have to come.
    private static let tableLimit = 16 << 20
    /// Bytes behind the first map in which maps of other programs are waited for.
    private static let otherMaps = 2 << 20

    let layout: PacketLayout
    private var tables = ProgramTables()
    private var clock = ProgramClock()
    private(set) var program: ProgramTables.Program
    /// The PID of each stream.
    private(set) var pids: [Int] = []
    private var roles = [Int16](repeating: Role.none, count: pidCount)
    private var counters = [UInt8](repeating: 255, count: pidCount)
    private var uncarriedCounts: [Int: Int] = [:]
    /// The last payload of each PID of tables: most of them repeat.
    private var lastTables: [Int: [UInt8]] = [:]
    /// Packets that were missing by their counters.
    private(set) var lossCount = 0
    /// Bytes that belong to no packet.
    private(set) var skippedBytes = 0
    /// Streams that the map names and that are not read.
    private(set) var others: [ProgramTables.Entry] = []

    var programNumbers: [Int] { tables.mapPIDs.keys.sorted() }
    var jumpCount: Int { clock.jumpCount }

    init?(_ content: ByteSlice, program wanted: Int?) {
        guard let layout = PacketLayout(content) else { return nil }
        self.layout = layout
        program = ProgramTables.Program(number: 0, clockPID: 0x1fff, descriptors: [], entries: [])
        let limit = min(content.count, Self.tableLimit)
        content.withUnsafeBytes { findTables(UnsafeRawBufferPointer(rebasing: $0[..<limit]), wanted) }
        guard let chosen = choose(wanted) else { return nil }
        program = chosen
        assignRoles()
    }

    /// The streams of the program that are read, in the order of its map.
    func makeStreams() -> [ElementaryStream] {
        pids.enumerated().compactMap { index, pid in
            program.entries.first { $0.pid == pid }.map { ElementaryStream($0, index: index) }
        }
    }

    private mutating func findTables(_ buffer: UnsafeRawBufferPointer, _ wanted: Int?) {
        var offset = layout.start
        var first: Int?
        while offset + TransportPacket.size <= buffer.count {
            guard let packet = TransportPacket(buffer, at: offset) else {
                offset = layout.nextPacket(buffer, from: offset + 1)
                continue
            }
            tables.take(packet, buffer, at: offset)
            offset += layout.stride
            if let wanted, tables.programs[wanted] != nil { return }
            if first == nil, !tables.programs.isEmpty { first = offset }
            if tables.hasAssociation, tables.programs.count >= tables.mapPIDs.count, first != nil, wanted == nil {
                return
            }
            if let first, offset - first > Self.otherMaps { return }
        }
    }

    /// The program that was asked for, or else the first one with video, or with audio, that can be read.
    private func choose(_ wanted: Int?) -> ProgramTables.Program? {
        if let wanted { return tables.programs[wanted] }
        let all = tables.programs.values.sorted { $0.number < $1.number }
        return all.first { $0.entries.contains { $0.coding.isCarried && $0.coding.mediaType == .video } }
            ?? all.first { $0.entries.contains { $0.coding.isCarried } } ?? all.first
    }

    private mutating func assignRoles() {
        roles[0] = Role.tables
        for pid in tables.mapPIDs.values { roles[pid] = Role.tables }
        for entry in program.entries where roles[entry.pid] == Role.none {
            if entry.coding.isCarried, pids.count < Self.streamLimit {
                roles[entry.pid] = Int16(pids.count)
                pids.append(entry.pid)
            } else {
                roles[entry.pid] = Role.uncarried
                others.append(entry)
            }
        }
    }

    /// PES packets and sections that came of a stream that is not read.
    func count(of entry: ProgramTables.Entry) -> Int { uncarriedCounts[entry.pid] ?? 0 }

    /// Reads the packets that begin before `end` and returns where reading stands.
    mutating func read(
        _ buffer: UnsafeRawBufferPointer, from: Int, to end: Int, _ streams: inout [ElementaryStream],
        _ output: inout [DemultiplexedSample]
    ) -> Int {
        var offset = from
        while offset < end, offset + TransportPacket.size <= buffer.count {
            guard let packet = TransportPacket(buffer, at: offset) else {
                let next = layout.nextPacket(buffer, from: offset + 1)
                skippedBytes += next - offset
                offset = next
                continue
            }
            let role = roles[packet.pid]
            if packet.pid == program.clockPID { observeClock(packet, buffer, offset) }
            if role != Role.none, !packet.payload.isEmpty {
                read(packet, role, buffer, offset, &streams, &output)
            }
            offset += layout.stride
        }
        return offset
    }

    private mutating func read(
        _ packet: TransportPacket, _ role: Int16, _ buffer: UnsafeRawBufferPointer, _ offset: Int,
        _ streams: inout [ElementaryStream], _ output: inout [DemultiplexedSample]
    ) {
        if role == Role.tables { return readTables(packet, buffer, offset, &streams) }
        let last = counters[packet.pid]
        counters[packet.pid] = packet.continuity
        // Each packet may be sent twice.
        if last == packet.continuity, !packet.isDiscontinuous, !packet.startsUnit { return }
        if role == Role.uncarried {
            if packet.startsUnit { uncarriedCounts[packet.pid, default: 0] += 1 }
            return
        }
        let stream = Int(role)
        guard !packet.isScrambled else { return streams[stream].countScrambled() }
        if last != 255, packet.continuity != (last + 1) & 15, !packet.isDiscontinuous {
            streams[stream].countLoss()
        }
        let payload = offset + packet.payload.lowerBound..<offset + packet.payload.upperBound
        let shown = packet.startsUnit ? presentationEnd(streams) : 0
        streams[stream].append(
            UnsafeRawBufferPointer(rebasing: buffer[payload]), startsUnit: packet.startsUnit, &clock, end: shown,
            &output)
    }

    /// Where the presentation of the program ends so far, in ticks of 90 kHz.
    private func presentationEnd(_ streams: [ElementaryStream]) -> Int64 {
        var end: Int64?
        for index in streams.indices {
            if let own = streams[index].presentationEnd { end = max(end ?? .min, own) }
        }
        return end ?? 0
    }

    /// Reads program_clock_reference, ISO/IEC 13818-1 2.4.3.5, for changes of the time base alone.
    private mutating func observeClock(_ packet: TransportPacket, _ buffer: UnsafeRawBufferPointer, _ offset: Int) {
        guard buffer[offset + 3] & 0x20 != 0, buffer[offset + 4] >= 1 else { return }
        if packet.isDiscontinuous { clock.announceBase() }
        guard buffer[offset + 4] >= 7, buffer[offset + 5] & 0x10 != 0 else { return }
        let base = (0..<4).reduce(Int64(0)) { $0 << 8 | Int64(buffer[offset + 6 + $1]) }
        clock.observe(reference: base << 1 | Int64(buffer[offset + 10] >> 7))
    }

    private mutating func readTables(
        _ packet: TransportPacket, _ buffer: UnsafeRawBufferPointer, _ offset: Int,
        _ streams: inout [ElementaryStream]
    ) {
        let payload = UnsafeRawBufferPointer(
            rebasing: buffer[offset + packet.payload.lowerBound..<offset + packet.payload.upperBound])
        if let last = lastTables[packet.pid], last.elementsEqual(payload) { return }
        lastTables[packet.pid] = Array(payload)
        tables.take(packet, buffer, at: offset)
        for pid in tables.mapPIDs.values where roles[pid] == Role.none { roles[pid] = Role.tables }
        guard let next = tables.programs[program.number], next != program else { return }
        adopt(next)
    }

    /// Goes on with the streams of another map of the program: a new PID continues the stream of the same coding whose
    /// PID is gone.
    private mutating func adopt(_ next: ProgramTables.Program) {
        let named = Set(next.entries.map(\.pid))
        for entry in next.entries where roles[entry.pid] == Role.none {
            let gone = pids.indices.first { index in
                !named.contains(pids[index])
                    && program.entries.contains { $0.pid == pids[index] && $0.coding == entry.coding }
            }
            if entry.coding.isCarried, let gone {
                roles[pids[gone]] = Role.none
                pids[gone] = entry.pid
                roles[entry.pid] = Int16(gone)
            } else {
                roles[entry.pid] = Role.uncarried
                others.append(entry)
            }
        }
        program = next
    }
}

extension StreamCoding {
    /// Whether samples of it are made.
    package var isCarried: Bool {
        switch self {
        case .avc, .hevc, .adts, .latm, .ac3, .ec3, .mpegAudio: true
        case .otherVideo, .otherAudio, .data: false
        }
    }
}
