import Media

// traf: tfhd, tfdt, sbgp?, trun
/// The fields that vary between the samples of a run and must be written for each sample, determined in one pass.
struct TrackRunPlan {
    let run: MovieFragment.TrackRun
    /// The sum of the sample sizes.
    let mediaSize: Int
    private let fields: UInt32
    /// The size of one sample's entry in the run, in bytes.
    private let entrySize: Int
    /// The flags of all samples, or of all samples except the first.
    private let sharedFlags: UInt32

    private static let hasFirstFlags: UInt32 = 0x4
    private static let hasDuration: UInt32 = 0x100
    private static let hasSize: UInt32 = 0x200
    private static let hasFlags: UInt32 = 0x400
    private static let hasOffset: UInt32 = 0x800

    /// Plans a run with at least one sample.
    init(_ run: MovieFragment.TrackRun) {
        self.run = run
        let first = run.samples[0]
        let shared = run.samples.count > 1 ? run.samples[1].flags : first.flags
        var (durations, sizes, flags, offsets): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
        var total = 0
        run.samples.withUnsafeBufferPointer { samples in
            // Differences are collected without branches, so that the loop takes few instructions per sample.
            for sample in samples {
                durations |= sample.duration ^ first.duration
                sizes |= sample.size ^ first.size
                offsets |= UInt32(bitPattern: sample.compositionOffset)
                total &+= Int(sample.size)
            }
            for sample in samples.dropFirst() { flags |= sample.flags ^ shared }
        }
        var fields: UInt32 = 0x1
        var entrySize = 0
        for (isNeeded, field) in [
            (durations != 0, Self.hasDuration), (sizes != 0, Self.hasSize), (flags != 0, Self.hasFlags),
            (offsets != 0, Self.hasOffset),
        ] where isNeeded {
            fields |= field
            entrySize += 4
        }
        if flags == 0, first.flags != shared { fields |= Self.hasFirstFlags }
        mediaSize = total
        sharedFlags = shared
        self.fields = fields
        self.entrySize = entrySize
    }

    private func has(_ field: UInt32) -> Bool { fields & field != 0 }

    private var runSize: Int { 20 + (has(Self.hasFirstFlags) ? 4 : 0) + entrySize * run.samples.count }
    private var headerSize: Int {
        16 + (has(Self.hasDuration) ? 0 : 4) + (has(Self.hasSize) ? 0 : 4) + (has(Self.hasFlags) ? 0 : 4)
    }
    /// The size of `traf`.
    var boxSize: Int { 8 + headerSize + 20 + (run.isInRollGroup ? 28 : 0) + runSize }

    /// Writes `traf`. The media start `dataOffset` bytes after the start of `moof`.
    func write(to writer: inout RawWriter, dataOffset: Int32) {
        writer.box(size: boxSize, "traf")
        writeHeader(to: &writer)
        writer.box(size: 20, "tfdt")
        writer.write(UInt32(0x0100_0000))
        writer.write(run.baseMediaDecodeTime)
        if run.isInRollGroup { writeRollGroup(to: &writer) }
        writer.box(size: runSize, "trun")
        writer.write(0x0100_0000 | fields)
        writer.write(UInt32(truncatingIfNeeded: run.samples.count))
        writer.write(UInt32(bitPattern: dataOffset))
        if has(Self.hasFirstFlags) { writer.write(run.samples[0].flags) }
        if entrySize > 0 { writeSamples(to: &writer) }
    }

    /// Writes `tfhd` with default-base-is-moof and the values that all samples share.
    private func writeHeader(to writer: inout RawWriter) {
        var flags: UInt32 = 0x02_0000
        if !has(Self.hasDuration) { flags |= 0x08 }
        if !has(Self.hasSize) { flags |= 0x10 }
        if !has(Self.hasFlags) { flags |= 0x20 }
        writer.box(size: headerSize, "tfhd")
        writer.write(flags)
        writer.write(run.trackID)
        if !has(Self.hasDuration) { writer.write(run.samples[0].duration) }
        if !has(Self.hasSize) { writer.write(run.samples[0].size) }
        if !has(Self.hasFlags) { writer.write(sharedFlags) }
    }

    /// Writes `sbgp`: all samples belong to the first group description of the initialization segment.
    private func writeRollGroup(to writer: inout RawWriter) {
        writer.box(size: 28, "sbgp")
        writer.write(UInt32(0))
        writer.write(("roll" as FourCC).rawValue)
        writer.write(UInt32(1))
        writer.write(UInt32(truncatingIfNeeded: run.samples.count))
        writer.write(UInt32(1))
    }

    private func writeSamples(to writer: inout RawWriter) {
        let (duration, size) = (has(Self.hasDuration), has(Self.hasSize))
        let (flags, offset) = (has(Self.hasFlags), has(Self.hasOffset))
        run.samples.withUnsafeBufferPointer { samples in
            for sample in samples {
                if duration { writer.write(sample.duration) }
                if size { writer.write(sample.size) }
                if flags { writer.write(sample.flags) }
                if offset { writer.write(UInt32(bitPattern: sample.compositionOffset)) }
            }
        }
    }
}
