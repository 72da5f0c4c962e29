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

    /// Appends sync samples that depend on no others.
    mutating func appendIndependent(count number: Int) {
        if syncSamples == nil, bytes == nil {
            count += number
        } else {
            for _ in 0..<number { append(0) }
        }
    }

    private func impliedBytes() -> [UInt8] {
        guard let syncSamples else { return Array(repeating: Self.independent, count: count) }
        var bytes = [UInt8](repeating: Self.dependent, count: count)
        for number in syncSamples where Int(number) <= count { bytes[Int(number) - 1] = Self.independent }
        return bytes
    }
}
