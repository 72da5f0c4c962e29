import Media

/// Divides the byte stream of H.264 or HEVC into access units, independently of PES packets.
struct VideoAssembler {
    /// The maximum size of an access unit; larger ones are discarded.
    private static let sizeLimit = 64 << 20
    private static let unitLimit = 1 << 16
    /// The number of consumed bytes at which they are removed from the buffer.
    private static let compactionThreshold = 1 << 20

    private let coding: StreamCoding
    private var bytes: [UInt8] = []
    /// The position at which the search for start codes continues.
    private var scanned = 0
    /// The start of the open unit after its start code; nil before the first one.
    private var open: Int?
    /// The complete units of the current access unit.
    private var units: [Range<Int>] = []
    private var unit = Properties()
    /// The start of each packet in `bytes`, with its time.
    private var marks: [(position: Int, time: PacketTime?)] = []
    private(set) var oversizedCount = 0
    /// Whether recovery points are searched.
    var seeksRecoveryPoints = true

    private struct Properties {
        var time: PacketTime?
        var isInstantRefresh = false
        var hasRecoveryPoint = false
        var isDisposable = false
        var hasSlice = false
        var sets: [Range<Int>] = []
    }

    init(_ coding: StreamCoding) { self.coding = coding }

    /// Starts the next PES packet and emits the complete access units.
    mutating func beginPacket(_ time: PacketTime?, _ emit: (VideoAccessUnit) -> Void) {
        scan(emit)
        marks.append((bytes.count, time))
    }

    /// Appends bytes of the packet.
    mutating func append(_ payload: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: payload)
        guard bytes.count - (units.first?.lowerBound ?? open ?? 0) > Self.sizeLimit else { return }
        oversizedCount += 1
        discard()
    }

    /// Emits the remaining access unit at the end of the stream.
    mutating func finish(_ emit: (VideoAccessUnit) -> Void) {
        scan(emit)
        close(at: bytes.count, emit)
        flush(emit)
        discard()
    }

    private mutating func discard() {
        bytes.removeAll(keepingCapacity: true)
        units.removeAll(keepingCapacity: true)
        marks.removeAll()
        (scanned, open, unit) = (0, nil, Properties())
    }

    private mutating func scan(_ emit: (VideoAccessUnit) -> Void) {
        while let code = bytes.withUnsafeBytes({ NALUnitScan.startCode($0, from: scanned) }) {
            close(at: code, emit)
            open = code + 3
            scanned = code + 3
        }
        scanned = max(scanned, bytes.count - 2, 0)
        compact()
    }

    /// Ends the open unit before `end`, the offset of a start code or of the end of the stream.
    private mutating func close(at end: Int, _ emit: (VideoAccessUnit) -> Void) {
        guard let start = open else { return }
        open = nil
        var end = end
        while end > start, bytes[end - 1] == 0 { end -= 1 }
        guard end - start >= 2, units.count < Self.unitLimit else { return }
        let coding = coding
        let (found, isRecovery) = bytes.withUnsafeBytes { buffer in
            let content = UnsafeRawBufferPointer(rebasing: buffer[start..<end])
            let found = VideoUnit(coding, content)
            return (found, found.isSupplemental && seeksRecoveryPoints && VideoUnit.hasRecoveryPoint(content))
        }
        switch found.role {
        case .leading where unit.hasSlice, .slice(isFirst: true) where unit.hasSlice: flush(emit)
        default: break
        }
        add(start..<end, found, isRecovery)
    }

    private mutating func add(_ range: Range<Int>, _ found: VideoUnit, _ isRecovery: Bool) {
        if units.isEmpty { unit.time = packetTime(at: range.lowerBound - 3) }
        units.append(range)
        if case .slice = found.role {
            if !unit.hasSlice {
                unit.isInstantRefresh = found.isInstantRefresh
                unit.isDisposable = found.isDisposable
            }
            unit.hasSlice = true
        }
        unit.hasRecoveryPoint = unit.hasRecoveryPoint || isRecovery || found.isOpenRandomAccess
        if found.parameterSetType != nil, unit.sets.count < StreamParameterSets.limit,
            range.count <= StreamParameterSets.size
        {
            unit.sets.append(range)
        }
    }

    /// Returns the time of the last packet that starts at or before `position`: it applies to the first unit that
    /// starts in the packet.
    private mutating func packetTime(at position: Int) -> PacketTime? {
        let due = marks.prefix { $0.position <= position }.count
        guard due > 0 else { return nil }
        defer { marks.removeFirst(due) }
        return marks[due - 1].time
    }

    private mutating func flush(_ emit: (VideoAccessUnit) -> Void) {
        defer {
            units.removeAll(keepingCapacity: true)
            unit = Properties()
        }
        guard !units.isEmpty else { return }
        let sets = unit.sets.map { range in
            (
                type: coding == .hevc ? bytes[range.lowerBound] >> 1 & 0x3f : bytes[range.lowerBound] & 0x1f,
                unit: Array(bytes[range])
            )
        }
        emit(
            VideoAccessUnit(
                time: unit.time, isInstantRefresh: unit.isInstantRefresh, hasRecoveryPoint: unit.hasRecoveryPoint,
                isDisposable: unit.isDisposable, hasSlice: unit.hasSlice, parameterSets: sets, bytes: prefixed()))
    }

    /// Returns the units of the access unit, each after its length.
    private func prefixed() -> ByteSlice {
        let size = units.reduce(0) { $0 + 4 + $1.count }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(size, 1), alignment: 16)
        bytes.withUnsafeBytes { buffer in
            var offset = 0
            for range in units {
                memory.storeBytes(
                    of: UInt32(truncatingIfNeeded: range.count).bigEndian, toByteOffset: offset, as: UInt32.self)
                UnsafeMutableRawBufferPointer(rebasing: memory[(offset + 4)...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[range]))
                offset += 4 + range.count
            }
        }
        return ByteSlice(ByteStorage(owning: memory, count: size))
    }

    /// Removes the bytes before the current access unit.
    private mutating func compact() {
        let kept = max(0, (units.first?.lowerBound ?? open ?? scanned) - 4)
        guard kept >= Self.compactionThreshold, kept >= bytes.count / 2 else { return }
        bytes.removeFirst(kept)
        scanned -= kept
        open = open.map { $0 - kept }
        for index in units.indices { units[index] = units[index].lowerBound - kept..<units[index].upperBound - kept }
        for index in unit.sets.indices {
            unit.sets[index] = unit.sets[index].lowerBound - kept..<unit.sets[index].upperBound - kept
        }
        for index in marks.indices { marks[index].position -= kept }
    }
}
