import Media

/// One access unit of a video elementary stream.
struct VideoAccessUnit {
    var time: PacketTime?
    var isInstantRefresh = false
    var hasRecoveryPoint = false
    /// Whether no other picture refers to it.
    var isDisposable = false
    /// Whether it has a slice at all.
    var hasSlice = false
    /// By their NAL unit types, without trailing zeros.
    var parameterSets: [(type: UInt8, unit: [UInt8])] = []
    /// NAL units, each after its length in four bytes.
    var bytes: ByteSlice
}

/// Cuts the byte stream of H.264 or HEVC into access units, however PES packets divide it.
struct VideoAssembler {
    /// A larger access unit is left out.
    private static let sizeLimit = 64 << 20
    private static let unitLimit = 1 << 16
    /// Bytes that were read are moved out when this many have gathered.
    private static let compactionThreshold = 1 << 20

    private let coding: StreamCoding
    private var bytes: [UInt8] = []
    /// Where the search for start codes goes on.
    private var scanned = 0
    /// Where the open unit begins, behind its start code; nil before the first one.
    private var open: Int?
    /// Finished units of the access unit that is being collected.
    private var units: [Range<Int>] = []
    private var unit = Properties()
    /// Where packets begin in `bytes`, with their times.
    private var marks: [(position: Int, time: PacketTime?)] = []
    private(set) var oversizedCount = 0
    /// Whether recovery points are looked for.
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

    /// Begins the next PES packet; emits the access units that are complete.
    mutating func beginPacket(_ time: PacketTime?, _ emit: (VideoAccessUnit) -> Void) {
        scan(emit)
        marks.append((bytes.count, time))
    }

    /// Adds bytes of the packet.
    mutating func append(_ payload: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: payload)
        guard bytes.count - (units.first?.lowerBound ?? open ?? 0) > Self.sizeLimit else { return }
        oversizedCount += 1
        discard()
    }

    /// Emits what is left at the end of the stream.
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

    /// Ends the open unit before `end`, where a start code or the stream's end is.
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

    /// The time of the last packet that begins at or before `position`: that of the first unit that begins in it.
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

    /// The units of the access unit, each after its length.
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
        // Safe because nothing writes to the memory any more.
        nonisolated(unsafe) let content = memory
        return ByteSlice(
            ByteStorage(borrowing: UnsafeRawPointer(memory.baseAddress!), count: size) { content.deallocate() })
    }

    /// Moves out the bytes before the access unit that is being collected.
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
