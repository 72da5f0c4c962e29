package import Media

/// The programs of a transport stream and their streams (ISO/IEC 13818-1 2.4.4).
package struct ProgramTables: Sendable, Hashable {
    /// One elementary stream.
    package struct Entry: Sendable, Hashable {
        package var pid: Int
        /// stream_type.
        package var type: UInt8
        /// The coding according to stream_type and descriptors.
        package var coding: StreamCoding
        /// The descriptors of the stream, as stored.
        package var descriptors: [UInt8] = []
        /// Whether the program is registered as Blu-ray's (`HDMV`).
        package var isBluRay = false
        /// The name of a coding that was detected by the first bytes of the stream and is not parsed; nil for others.
        package var detectedName: String?
        /// Whether the samples are encrypted with SAMPLE-AES, according to Apple's stream types for it.
        package var isSampleEncrypted: Bool { [0xdb, 0xcf, 0xc1, 0xc2].contains(type) && !isBluRay }
        /// Whether samples of the stream are supported.
        var isCarried: Bool { coding.isCarried && !isSampleEncrypted }
    }

    /// The map of one program.
    package struct Program: Sendable, Hashable {
        /// program_number.
        package var number: Int
        /// The PID with clock references; 0x1fff for none.
        package var clockPID: Int
        /// The descriptors of the program, as stored.
        package var descriptors: [UInt8]
        package var entries: [Entry]
    }

    /// The maximum size of a section in bytes, including the three bytes that its length does not count.
    private static let sectionLimit = 1024 + 3
    /// The maximum number of programs.
    private static let programLimit = 256

    /// Whether a program association table was read.
    package private(set) var hasAssociation = false
    /// The PID of the map of each program, by program number, without the network information table.
    package private(set) var mapPIDs: [Int: Int] = [:]
    /// The streams of the first program whose map was read; nil without one.
    package private(set) var entries: [Entry]?
    /// The latest map of each program, by program number.
    package private(set) var programs: [Int: Program] = [:]
    /// The number of damaged sections.
    package private(set) var damagedSections = 0

    /// Incomplete sections, by PID.
    private var pending: [Int: [UInt8]] = [:]

    init() {}

    /// Reads the tables of a Media Initialization Section.
    package init(reading bytes: ByteSlice) {
        bytes.withUnsafeBytes { buffer in
            for offset in stride(from: 0, through: buffer.count - TransportPacket.size, by: TransportPacket.size) {
                guard let packet = TransportPacket(buffer, at: offset) else { return }
                parse(packet, buffer, at: offset)
            }
        }
    }

    /// Returns whether packets of this PID carry the map of a program.
    func isMap(_ pid: Int) -> Bool { mapPIDs.values.contains(pid) }

    /// Adds the PID of a packet with the start of a program map section, for streams without an association table.
    mutating func assumeMap(_ packet: TransportPacket, _ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard packet.startsUnit, packet.payload.count > 16, mapPIDs.count < Self.programLimit else { return }
        let payload = bytes[offset + packet.payload.lowerBound..<offset + packet.payload.upperBound]
        let section = payload.dropFirst(1 + Int(payload[payload.startIndex])).prefix(5)
        // table_id 2 and section_syntax_indicator; a PES packet has 0 instead of the pointer and of the table.
        guard section.count == 5, let table = section.first, table == 2, section[section.startIndex + 1] & 0xf0 == 0xb0
        else { return }
        let number = Int(section[section.startIndex + 3]) << 8 | Int(section[section.startIndex + 4])
        if mapPIDs[number] == nil { mapPIDs[number] = packet.pid }
    }

    /// Removes programs without a map.
    mutating func dropAssumedMaps() { mapPIDs = mapPIDs.filter { programs[$0.key] != nil } }

    /// Parses a packet that carries tables.
    mutating func parse(_ packet: TransportPacket, _ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard packet.pid == 0 || isMap(packet.pid), !packet.payload.isEmpty else { return }
        var payload = bytes[offset + packet.payload.lowerBound..<offset + packet.payload.upperBound]
        if packet.startsUnit {
            // pointer_field: the offset of the first section that starts here.
            guard let pointer = payload.popFirst(), Int(pointer) < payload.count else { return }
            pending[packet.pid] = Array(payload.dropFirst(Int(pointer)))
        } else {
            pending[packet.pid]?.append(contentsOf: payload)
        }
        guard let section = pending[packet.pid], section.count >= 3 else { return }
        let length = 3 + (Int(section[1] & 0x0f) << 8 | Int(section[2]))
        guard length <= Self.sectionLimit else { return drop(packet.pid) }
        guard section.count >= length else { return }
        pending[packet.pid] = nil
        read(Array(section[..<length]), of: packet.pid)
    }

    private mutating func drop(_ pid: Int) {
        pending[pid] = nil
        damagedSections += 1
    }

    private mutating func read(_ section: [UInt8], of pid: Int) {
        // Long sections have eight bytes before their content and a checksum after it.
        guard section.count >= 12, section[1] & 0x80 != 0, Self.checksum(section) == 0 else { return drop(pid) }
        // current_next_indicator: tables that are not yet valid do not apply to this segment.
        guard section[5] & 1 == 1 else { return }
        switch (pid, section[0]) {
        case (0, 0): readAssociation(section)
        case (_, 2): readMap(section)
        default: break
        }
    }

    private mutating func readAssociation(_ section: [UInt8]) {
        hasAssociation = true
        for offset in stride(from: 8, through: section.count - 8, by: 4) {
            let program = Int(section[offset]) << 8 | Int(section[offset + 1])
            let pid = Int(section[offset + 2] & 0x1f) << 8 | Int(section[offset + 3])
            if program != 0, mapPIDs.count < Self.programLimit { mapPIDs[program] = pid }
        }
    }

    private mutating func readMap(_ section: [UInt8]) {
        let end = section.count - 4
        let number = Int(section[3]) << 8 | Int(section[4])
        guard programs.count < Self.programLimit || programs[number] != nil, section.count >= 16 else { return }
        var offset = 12 + (Int(section[10] & 0x0f) << 8 | Int(section[11]))
        var program = Program(
            number: number, clockPID: Int(section[8] & 0x1f) << 8 | Int(section[9]),
            descriptors: Array(section[12..<max(12, min(offset, end))]), entries: [])
        let isBluRay = Descriptors(program.descriptors).registration == "HDMV"
        var found: [Entry] = []
        while offset + 5 <= end {
            let pid = Int(section[offset + 1] & 0x1f) << 8 | Int(section[offset + 2])
            let length = Int(section[offset + 3] & 0x0f) << 8 | Int(section[offset + 4])
            let descriptors = section[offset + 5..<max(offset + 5, min(offset + 5 + length, end))]
            let coding = StreamCoding(type: section[offset], descriptors: descriptors, isBluRay: isBluRay)
            found.append(
                Entry(
                    pid: pid, type: section[offset], coding: coding, descriptors: Array(descriptors),
                    isBluRay: isBluRay))
            offset += 5 + length
        }
        program.entries = found
        programs[number] = program
        entries = entries ?? found
    }

    /// The CRC of ISO/IEC 13818-1 annex A over a section including its checksum: 0 if the section is undamaged.
    package static func checksum(_ section: some Sequence<UInt8>) -> UInt32 {
        section.reduce(0xffff_ffff) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
                sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04c1_1db7
            }
        }
    }
}
