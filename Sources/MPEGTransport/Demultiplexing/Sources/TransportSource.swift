import Media

/// The packets of one program of a transport stream, ISO/IEC 13818-1 2.4.
struct TransportSource {
    /// The roles of PIDs.
    private enum Role {
        static let none: Int16 = -1
        static let tables: Int16 = -2
        static let uncarried: Int16 = -3
    }

    private static let pidCount = 8192
    /// The maximum number of streams of one program.
    private static let streamLimit = 64
    /// The maximum number of bytes before the tables.
    private static let tableLimit = 16 << 20
    /// The number of bytes after the first map to search for maps of other programs.
    private static let mapSearchLimit = 2 << 20

    private(set) var layout: PacketLayout
    private var tables = ProgramTables()
    private var clock = ProgramClock()
    private(set) var program: ProgramTables.Program
    /// The PID of each stream.
    private(set) var pids: [Int] = []
    private var roles = [Int16](repeating: Role.none, count: pidCount)
    private var counters = [UInt8](repeating: 255, count: pidCount)
    /// The number of breaks in the counter of the association table, and its value at the last packet of each PID.
    private var spliceCount = 0
    private var spliceCounts = [Int](repeating: 0, count: pidCount)
    /// The codings detected in private data, and names of those that are not parsed, by PID.
    private var probedCodings: [Int: (coding: StreamCoding, name: String?)] = [:]
    private var uncarriedCounts: [Int: Int] = [:]
    /// The last payload of each table PID, because most of them are repetitions.
    private var lastTables: [Int: [UInt8]] = [:]
    /// The range of the last payload of each PID.
    private var lastPayloads = [Range<Int>](repeating: 0..<0, count: pidCount)
    /// The number of bytes outside of packets.
    private(set) var skippedBytes = 0
    /// The number of times that packets resumed after such bytes.
    private(set) var skipCount = 0
    /// Streams in the program map that are not demultiplexed.
    private(set) var others: [ProgramTables.Entry] = []

    var programNumbers: [Int] { tables.mapPIDs.keys.sorted() }
    var jumpCount: Int { clock.jumpCount }

    init?(_ content: ByteSlice, program requested: Int?) {
        guard let layout = PacketLayout(content) else { return nil }
        self.layout = layout
        program = ProgramTables.Program(number: 0, clockPID: 0x1fff, descriptors: [], entries: [])
        let limit = min(content.count, Self.tableLimit)
        content.withUnsafeBytes { findTables(UnsafeRawBufferPointer(rebasing: $0[..<limit]), requested) }
        guard let chosen = choose(requested) ?? (requested == nil ? probed(content) : nil) else { return nil }
        program = chosen
        probePrivateData(content)
        assignRoles()
    }

    /// Returns a program with the streams of detected codings, for files without tables.
    private func probed(_ content: ByteSlice) -> ProgramTables.Program? {
        let probe = content.withUnsafeBytes { StreamProbe($0, layout, of: nil) }
        guard !probe.entries.isEmpty else { return nil }
        return ProgramTables.Program(
            number: 0, clockPID: probe.clockPID ?? TransportPacket.nullPID, descriptors: [], entries: probe.entries)
    }

    /// Probes private data without a known descriptor: some multiplexers declare audio this way.
    private mutating func probePrivateData(_ content: ByteSlice) {
        let undescribed = program.entries.filter { $0.type == 0x06 && $0.coding == .data && $0.name == "private data" }
        guard !undescribed.isEmpty else { return }
        let probe = content.withUnsafeBytes { StreamProbe($0, layout, of: Set(undescribed.map(\.pid))) }
        for entry in undescribed {
            probedCodings[entry.pid] = probe.coding(of: entry.pid).map { ($0, probe.otherVideo(of: entry.pid)) }
        }
        program = withProbedCodings(program)
    }

    private func withProbedCodings(_ program: ProgramTables.Program) -> ProgramTables.Program {
        var program = program
        for index in program.entries.indices where program.entries[index].coding == .data {
            guard let probed = probedCodings[program.entries[index].pid] else { continue }
            (program.entries[index].coding, program.entries[index].detectedName) = probed
        }
        return program
    }

    /// Continues with another file, such as the next segment of a playlist. Returns the offset of its first packet.
    mutating func begin(_ content: ByteSlice, isDiscontinuous: Bool) -> Int {
        layout = PacketLayout(content) ?? layout
        lastPayloads = [Range<Int>](repeating: 0..<0, count: Self.pidCount)
        spliceCount += 1
        if isDiscontinuous {
            counters = [UInt8](repeating: 255, count: Self.pidCount)
            clock.announceBase()
        }
        return layout.start
    }

    /// Creates the demultiplexed streams of the program, in the order of its map.
    func makeStreams() -> [ElementaryStream] {
        pids.enumerated().compactMap { index, pid in
            program.entries.first { $0.pid == pid }.map { ElementaryStream($0, index: index) }
        }
    }

    private mutating func findTables(_ buffer: UnsafeRawBufferPointer, _ requested: Int?) {
        var offset = layout.start
        var first: Int?
        while offset + TransportPacket.size <= buffer.count {
            guard let packet = TransportPacket(buffer, at: offset) else {
                offset = layout.nextPacket(buffer, from: offset + 1)
                continue
            }
            tables.parse(packet, buffer, at: offset)
            offset += layout.stride
            if let requested, tables.programs[requested] != nil { return }
            if first == nil, !tables.programs.isEmpty { first = offset }
            if tables.hasAssociation, tables.programs.count >= tables.mapPIDs.count, first != nil, requested == nil {
                return
            }
            if let first, offset - first > Self.mapSearchLimit { return }
        }
        if tables.programs.isEmpty { findMaps(buffer) }
    }

    /// Finds program maps that no association table refers to, as in streams that were cut.
    private mutating func findMaps(_ buffer: UnsafeRawBufferPointer) {
        var offset = layout.start
        while offset + TransportPacket.size <= buffer.count {
            guard let packet = TransportPacket(buffer, at: offset) else {
                offset = layout.nextPacket(buffer, from: offset + 1)
                continue
            }
            tables.assumeMap(packet, buffer, at: offset)
            tables.parse(packet, buffer, at: offset)
            offset += layout.stride
        }
        tables.dropAssumedMaps()
    }

    /// Returns the requested program, or else the first one with supported video, or with supported audio.
    private func choose(_ requested: Int?) -> ProgramTables.Program? {
        if let requested { return tables.programs[requested] }
        let all = tables.programs.values.sorted { $0.number < $1.number }
        return all.first { $0.entries.contains { $0.isCarried && $0.coding.mediaType == .video } }
            ?? all.first { $0.entries.contains { $0.isCarried } } ?? all.first
    }

    private mutating func assignRoles() {
        roles[0] = Role.tables
        for pid in tables.mapPIDs.values { roles[pid] = Role.tables }
        for entry in program.entries where roles[entry.pid] == Role.none {
            if entry.isCarried, pids.count < Self.streamLimit {
                roles[entry.pid] = Int16(pids.count)
                pids.append(entry.pid)
            } else {
                roles[entry.pid] = Role.uncarried
                others.append(entry)
            }
        }
    }

    /// Returns the number of PES packets and sections of a stream that is not demultiplexed.
    func count(of entry: ProgramTables.Entry) -> Int { uncarriedCounts[entry.pid] ?? 0 }

    /// Reads the packets that start before `end` and returns the new read position.
    mutating func read(
        _ buffer: UnsafeRawBufferPointer, from: Int, to end: Int, _ streams: inout [ElementaryStream],
        _ output: inout [DemultiplexedSample]
    ) -> Int {
        var offset = from
        while offset < end, offset + TransportPacket.size <= buffer.count {
            guard let packet = TransportPacket(buffer, at: offset) else {
                let next = layout.nextPacket(buffer, from: offset + 1)
                // Bytes after the last packet damage nothing.
                if next < buffer.count {
                    skippedBytes += next - offset
                    skipCount += 1
                }
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
        let last = counters[packet.pid]
        counters[packet.pid] = packet.continuity
        if role == Role.tables {
            // Joined segments start with their own association table, whose counter restarts.
            if packet.pid == 0, packet.continuity != (last &+ 1) & 15 { spliceCount += 1 }
            return readTables(packet, buffer, offset, &streams)
        }
        let payload = offset + packet.payload.lowerBound..<offset + packet.payload.upperBound
        let isSplice = packet.startsUnit && spliceCounts[packet.pid] != spliceCount
        defer {
            lastPayloads[packet.pid] = payload
            spliceCounts[packet.pid] = spliceCount
        }
        // Each packet may be sent twice, ISO/IEC 13818-1 2.4.3.3.
        if last == packet.continuity, !packet.isDiscontinuous, Self.isSame(buffer, payload, lastPayloads[packet.pid]) {
            return
        }
        if role == Role.uncarried {
            if packet.startsUnit { uncarriedCounts[packet.pid, default: 0] += 1 }
            return
        }
        let stream = Int(role)
        guard !packet.isScrambled else { return streams[stream].countScrambled() }
        if last != 255, packet.continuity != (last + 1) & 15, !packet.isDiscontinuous, !isSplice {
            streams[stream].countLoss(Int((packet.continuity &- last &- 1) & 15), startsUnit: packet.startsUnit)
        }
        if packet.hasError { streams[stream].countError() }
        let shown = packet.startsUnit ? presentationEnd(streams) : 0
        streams[stream].append(
            UnsafeRawBufferPointer(rebasing: buffer[payload]), startsUnit: packet.startsUnit, &clock, end: shown,
            &output)
    }

    private static func isSame(_ buffer: UnsafeRawBufferPointer, _ one: Range<Int>, _ other: Range<Int>) -> Bool {
        other.count > 0
            && UnsafeRawBufferPointer(rebasing: buffer[one])
                .elementsEqual(UnsafeRawBufferPointer(rebasing: buffer[other]))
    }

    /// Returns the presentation end of the program so far, in ticks of 90 kHz.
    private func presentationEnd(_ streams: [ElementaryStream]) -> Int64 {
        var end: Int64?
        for index in streams.indices {
            if let own = streams[index].presentationEnd { end = max(end ?? .min, own) }
        }
        return end ?? 0
    }

    /// Reads program_clock_reference (ISO/IEC 13818-1 2.4.3.5), which is used only to detect time base changes.
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
        tables.parse(packet, buffer, at: offset)
        for pid in tables.mapPIDs.values where roles[pid] == Role.none { roles[pid] = Role.tables }
        guard let next = tables.programs[program.number].map(withProbedCodings), next != program else { return }
        adopt(next)
    }

    /// Adopts another map of the program: a new PID continues the stream of the same coding whose PID was removed.
    private mutating func adopt(_ next: ProgramTables.Program) {
        let named = Set(next.entries.map(\.pid))
        for entry in next.entries where roles[entry.pid] == Role.none {
            let gone = pids.indices.first { index in
                !named.contains(pids[index])
                    && program.entries.contains { $0.pid == pids[index] && $0.coding == entry.coding }
            }
            if entry.isCarried, let gone {
                roles[pids[gone]] = Role.none
                pids[gone] = entry.pid
                roles[entry.pid] = Int16(gone)
            } else {
                roles[entry.pid] = Role.uncarried
                others.append(entry)
            }
        }
        // A PID with another coding cannot continue the same track.
        for entry in next.entries where roles[entry.pid] >= 0 {
            guard let before = program.entries.first(where: { $0.pid == entry.pid }), before.coding != entry.coding
            else {
                continue
            }
            roles[entry.pid] = Role.uncarried
            others.append(entry)
        }
        program = next
    }
}

extension StreamCoding {
    /// Whether samples of the coding are supported.
    package var isCarried: Bool {
        switch self {
        case .avc, .hevc, .adts, .latm, .ac3, .ec3, .mpegAudio, .opus, .av1: true
        case .otherVideo, .otherAudio, .data: false
        }
    }
}
