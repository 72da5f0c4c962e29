package import Media

/// Measurements of one segment that is an MPEG-2 transport stream (RFC 8216bis 3.1.1, ISO/IEC 13818-1).
package struct TransportMeasurement: Sendable {
    /// The maximum number of packets to read; valid segments are far shorter.
    private static let packetLimit = 1 << 24

    /// The active tables, from the segment or from its Media Initialization Section.
    package private(set) var tables: ProgramTables
    /// Whether the segment contains both tables.
    package private(set) var hasOwnTables = false
    /// Whether the first packet contains the program association table and the second one the map of its program.
    package private(set) var beginsWithTables = false
    /// The number of complete packets of any kind.
    package private(set) var packetCount = 0
    /// The video and audio streams, in the order of the program map.
    package private(set) var streams: [StreamMeasurement] = []
    /// Damage of the transport packets.
    package private(set) var damage = MediaDamage()
    /// The PIDs of scrambled streams, which are not measured.
    package private(set) var scrambledPIDs: [Int] = []

    /// Measures `bytes`, which start at `origin` in their resource. Timestamps are unwrapped near `reference`;
    /// `initialization` has the tables of a Media Initialization Section. With `keepsSamples` the samples are kept in
    /// memory.
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

    /// Passes every packet to its stream.
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
                    found: "\(next - offset) bytes outside of packets")
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
            origin + offset, expected: "a complete packet of 188 bytes", found: "\(buffer.count - offset) bytes")
    }

    /// Discards the streams and keeps the tables.
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

    /// Reads tables up to the first program map. Returns whether the first two packets are tables, and whether both
    /// tables were found.
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

    /// Returns the offset of the next packet: a sync byte that another one follows at the distance of a packet.
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
