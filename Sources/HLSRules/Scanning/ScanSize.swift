import HLS

/// The number of lines and entries of a playlist, counted before memory is allocated for them.
struct ScanSize {
    private(set) var lines = 0
    private(set) var segments = 0
    private var keys = 0

    /// Scans all lines without retaining them. Throws if they would exceed the memory limit.
    init(
        _ bytes: [UInt8], _ variables: PlaylistVariables?, _ limits: ScannedPlaylist.Limits, memory limit: Int
    ) throws(PlaylistProblem) {
        var memory = PlaylistMemory(textSize: bytes.count, limit: limit)
        var scan = LineScan(bytes, variables, limits)
        var kind: ScannedPlaylist.Kind?
        while lines < limits.lines(of: kind), let line = scan.next() {
            kind = kind ?? line.tag?.family.kind
            lines += 1
            try memory.reserve(reserved(for: line), line: line.number)
        }
    }

    /// Returns the memory for a line and its entries.
    private mutating func reserved(for line: ScannedLine) -> Int {
        switch line.kind {
        case .uri:
            segments += 1
            return line.footprint + MemoryLayout<ScannedSegment>.stride
        // Arrays of parts grow by doubling; the names of keys and variables are also in tables.
        case .tag(.part): return line.footprint + 2 * MemoryLayout<ScannedPart>.stride
        case .tag(.key):
            keys = min(keys + 1, SegmentScan.maximumKeyFormats)
            return line.footprint + 32 + keys * MemoryLayout<Int>.stride
        case .tag(.define): return line.footprint + 256
        default: return line.footprint
        }
    }
}

extension ScannedLine {
    /// The approximate memory of a retained line, in bytes.
    fileprivate var footprint: Int {
        var size = MemoryLayout<ScannedLine>.stride + (value?.footprint ?? 0) + (attributes?.footprint ?? 0)
        if case .unknownTag(let name) = kind { size += name.footprint }
        return size
    }
}

extension ScannedAttributes {
    /// The approximate memory of the lists and their elements, in bytes.
    fileprivate var footprint: Int {
        let attributes = all.reduce(all.capacity * MemoryLayout<Attribute>.stride) {
            $0 + $1.name.footprint + $1.value.footprint
        }
        return attributes + faults.capacity * (MemoryLayout<Fault>.stride + 96) + 64
    }
}

extension String {
    /// The approximate heap memory of the string, in bytes; short strings need none.
    fileprivate var footprint: Int { utf8.count > 15 ? utf8.count + 48 : 0 }
}
