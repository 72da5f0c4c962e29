package import Media

/// What was measured of one segment that is an MPEG-2 transport stream (RFC 8216bis 3.1.1, ISO/IEC 13818-1).
package struct TransportMeasurement: Sendable {
    /// Packets that are read; a segment has to be far shorter.
    private static let packetLimit = 1 << 24

    /// The tables in force: its own, or those of its Media Initialization Section.
    package private(set) var tables: ProgramTables
    /// Whether it has both tables itself.
    package private(set) var hasOwnTables = false
    /// Whether its first packet carries the association of programs and the second one the map of its program.
    package private(set) var beginsWithTables = false
    /// Whole packets, whatever they carry.
    package private(set) var packetCount = 0
    /// In the order of the map: pictures and sound of which something is there.
    package private(set) var streams: [StreamMeasurement] = []
    /// What is wrong with the packets themselves.
    package private(set) var damage = MediaDamage()
    /// PIDs of streams that the transport scrambles, of which nothing is measured.
    package private(set) var scrambledPIDs: [Int] = []

    /// Measures `bytes`, which begin at `origin` of their resource, with times near `reference`; `initialization` has the
    /// tables of a Media Initialization Section. Samples are kept where they are asked for, in memory.
    package init(
        _ bytes: ByteSlice, origin: Int = 0, near reference: Int64? = nil, initialization: ProgramTables? = nil,
        keepsSamples: Bool = false
    ) {
        var tables = ProgramTables()
        var line = TimestampUnwrapper(near: reference)
        var roles = PacketRoles()
        (beginsWithTables, hasOwnTables) = bytes.withUnsafeBytes { Self.findTables($0, &tables) }
        self.tables = hasOwnTables ? tables : initialization ?? tables
        roles.assign(self.tables, keepsSamples: keepsSamples)
        var streams = roles.streams
        bytes.withUnsafeBytes { read($0, origin, &roles, &streams, &line) }
        finish(&streams, &line)
    }

    /// Hands every packet to its stream.
    private mutating func read(
        _ buffer: UnsafeRawBufferPointer, _ origin: Int, _ roles: inout PacketRoles,
        _ streams: inout [PacketizedStream], _ line: inout TimestampUnwrapper
    ) {
        var offset = 0
        while buffer.count - offset >= TransportPacket.size, packetCount < Self.packetLimit {
            guard let packet = TransportPacket(buffer, at: offset) else {
                let next = Self.nextSync(buffer, from: offset + 1)
                damage.add(
                    origin + offset, expected: "the sync byte 47 of a transport packet",
                    found: "\(next - offset) bytes that are none")
                offset = next
                continue
            }
            if let problem = roles.problem(of: packet) {
                damage.add(origin + offset, expected: problem.expected, found: problem.found)
            }
            if let index = roles.stream(of: packet) {
                let payload = offset + packet.payload.lowerBound..<offset + packet.payload.upperBound
                streams[index].append(
                    UnsafeRawBufferPointer(rebasing: buffer[payload]), of: packet, at: origin + offset, &line)
            }
            offset += TransportPacket.size
            packetCount += 1
        }
        guard offset < buffer.count else { return }
        damage.add(
            origin + offset, expected: "a whole packet of 188 bytes", found: "\(buffer.count - offset) bytes")
    }

    /// Keeps what the tables say alone.
    package mutating func removeStreams() { streams = [] }

    private mutating func finish(_ streams: inout [PacketizedStream], _ line: inout TimestampUnwrapper) {
        for index in streams.indices {
            let isScrambled = streams[index].hasScrambled
            let measured = streams[index].finish(&line)
            if isScrambled {
                scrambledPIDs.append(Int(measured.id))
            } else {
                self.streams.append(measured)
            }
        }
    }

    /// Reads tables until the first map is there; whether the first two packets are tables, and whether both were found.
    private static func findTables(
        _ buffer: UnsafeRawBufferPointer, _ tables: inout ProgramTables
    ) -> (first: Bool, found: Bool) {
        var (offset, number, isFirst) = (0, 0, false)
        while buffer.count - offset >= TransportPacket.size, tables.entries == nil, number < packetLimit {
            guard let packet = TransportPacket(buffer, at: offset) else {
                offset = nextSync(buffer, from: offset + 1)
                continue
            }
            if number == 0 { isFirst = packet.pid == 0 }
            if number == 1 { isFirst = isFirst && tables.isMap(packet.pid) }
            tables.parse(packet, buffer, at: offset)
            offset += TransportPacket.size
            number += 1
        }
        return (isFirst, tables.hasAssociation && tables.entries != nil)
    }

    /// Where packets go on: at a sync byte that another one follows.
    private static func nextSync(_ buffer: UnsafeRawBufferPointer, from: Int) -> Int {
        var offset = from
        while offset < buffer.count {
            let next = offset + TransportPacket.size
            if buffer[offset] == TransportPacket.syncByte,
                next >= buffer.count || buffer[next] == TransportPacket.syncByte
            {
                return offset
            }
            offset += 1
        }
        return offset
    }
}
