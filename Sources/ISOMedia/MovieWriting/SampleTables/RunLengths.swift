/// A run-length encoded sequence of values, as in `stts` and `ctts`.
struct RunLengths<Value: FixedWidthInteger & Sendable>: Sendable {
    private(set) var counts: [UInt32] = []
    private(set) var values: [Value] = []

    var count: Int { counts.count }
    /// The memory in bytes.
    var memory: Int { counts.count * (4 + MemoryLayout<Value>.size) }

    /// Appends one value.
    @inline(__always) mutating func append(_ value: Value) {
        if let last = values.last, last == value, counts[counts.count - 1] < .max {
            counts[counts.count - 1] &+= 1
        } else {
            counts.append(1)
            values.append(value)
        }
    }
}

/// The offsets of chunks and their numbers of samples (ISO/IEC 14496-12 8.7.4 and 8.7.5).
struct ChunkTable: Sendable {
    /// The offsets in the file, in bytes.
    private(set) var offsets: [UInt64] = []
    /// The number of the first chunk of each run, from 1, and the samples per chunk of the run.
    private(set) var runs: [(firstChunk: UInt32, samples: UInt32)] = []
    private(set) var largestOffset: UInt64 = 0

    var memory: Int { offsets.count * 8 + runs.count * 8 }

    mutating func append(offset: UInt64, samples: Int) {
        offsets.append(offset)
        largestOffset = max(largestOffset, offset)
        let samples = UInt32(truncatingIfNeeded: samples)
        if runs.last?.samples != samples { runs.append((UInt32(truncatingIfNeeded: offsets.count), samples)) }
    }
}

/// The sizes of samples: a single number while all are equal.
struct SampleSizes: Sendable {
    private(set) var count = 0
    /// The size of all samples; nil if they differ.
    private(set) var constant: UInt32? = 0
    private(set) var sizes: [UInt32] = []

    var memory: Int { sizes.count * 4 }

    @inline(__always) mutating func append(_ size: UInt32) {
        if let constant {
            if count == 0 {
                self.constant = size
            } else if constant != size {
                sizes = Array(repeating: constant, count: count)
                self.constant = nil
                sizes.append(size)
            }
        } else {
            sizes.append(size)
        }
        count &+= 1
    }
}

/// The sync samples and the dependencies of samples. Stores nothing while the defaults apply.
struct SampleDependencies: Sendable {
    private var count = 0
    /// The numbers of the sync samples, from 1; nil while all samples are sync samples.
    private(set) var syncSamples: [UInt32]?
    /// One `sdtp` byte per sample; nil while the sync samples imply all of them.
    private(set) var bytes: [UInt8]?

    private static let independent: UInt8 = 0x20
    private static let dependent: UInt8 = 0x10

    var memory: Int { (syncSamples?.count ?? 0) * 4 + (bytes?.count ?? 0) }

    @inline(__always) mutating func append(_ flags: UInt32) {
        let isSync = flags & 0x1_0000 == 0
        if !isSync, syncSamples == nil { syncSamples = (0..<count).map { UInt32(truncatingIfNeeded: $0 + 1) } }
        let byte = UInt8(truncatingIfNeeded: flags >> 20)
        let usual = isSync ? Self.independent : Self.dependent
        if byte != 0, byte != usual, bytes == nil { bytes = impliedBytes() }
        bytes?.append(byte == 0 ? usual : byte)
        count &+= 1
        if isSync { syncSamples?.append(UInt32(truncatingIfNeeded: count)) }
    }

    private func impliedBytes() -> [UInt8] {
        guard let syncSamples else { return Array(repeating: Self.independent, count: count) }
        var bytes = [UInt8](repeating: Self.dependent, count: count)
        for number in syncSamples where Int(number) <= count { bytes[Int(number) - 1] = Self.independent }
        return bytes
    }
}
