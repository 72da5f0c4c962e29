/// Values of samples in order, as counts of equal values: what `stts` and `ctts` store.
struct RunLengths<Value: FixedWidthInteger & Sendable>: Sendable {
    private(set) var counts: [UInt32] = []
    private(set) var values: [Value] = []

    var count: Int { counts.count }
    /// Bytes in memory.
    var memory: Int { counts.count * (4 + MemoryLayout<Value>.size) }

    /// Adds one value at the end.
    @inline(__always) mutating func append(_ value: Value) {
        if let last = values.last, last == value, counts[counts.count - 1] < .max {
            counts[counts.count - 1] &+= 1
        } else {
            counts.append(1)
            values.append(value)
        }
    }
}

/// Where chunks begin and how many samples each has, ISO/IEC 14496-12 8.7.4 and 8.7.5.
struct ChunkTable: Sendable {
    /// In bytes from the beginning of the file.
    private(set) var offsets: [UInt64] = []
    /// The number of the first chunk of a run, from 1, and the samples in each chunk of the run.
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

/// The sizes of samples: one number while all are equal.
struct SampleSizes: Sendable {
    private(set) var count = 0
    /// The size that all samples have; nil when they differ.
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

/// Which samples are sync samples and what samples depend on: nothing is stored while it goes without saying.
struct SampleDependencies: Sendable {
    private var count = 0
    /// The numbers of the sync samples, from 1; nil while all are.
    private(set) var syncSamples: [UInt32]?
    /// One byte a sample as `sdtp` has them; nil while the sync samples say it all.
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
