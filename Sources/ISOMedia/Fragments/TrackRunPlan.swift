import Media

// traf: tfhd, tfdt, (sgpd? sbgp)?, trun
/// The boxes of a track in a fragment: fields that vary between samples are in the run, the others in the header.
struct TrackRunPlan {
    let run: MovieFragment.TrackRun
    /// The sum of the sample sizes.
    let mediaSize: Int
    /// The size of `traf`.
    let boxSize: Int
    private let header: TrackFragmentHeaderBox
    /// The version and the fields of the run.
    private let form: FullBoxHeader

    /// Plans a run with at least one sample.
    init(_ run: MovieFragment.TrackRun) {
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
        var header = TrackFragmentHeaderBox()
        header.trackID = run.trackID
        header.defaults = SampleDefaults(duration: first.duration, size: first.size, flags: shared)
        header.header.flags =
            TrackFragmentHeaderBox.hasDefaultBase | (durations == 0 ? TrackFragmentHeaderBox.hasDuration : 0)
            | (sizes == 0 ? TrackFragmentHeaderBox.hasSize : 0) | (flags == 0 ? TrackFragmentHeaderBox.hasFlags : 0)
        let varying =
            (durations == 0 ? 0 : TrackRunBox.hasDuration) | (sizes == 0 ? 0 : TrackRunBox.hasSize)
            | (flags == 0 ? 0 : TrackRunBox.hasFlags) | (offsets == 0 ? 0 : TrackRunBox.hasCompositionOffset)
            | (flags == 0 && first.flags != shared ? TrackRunBox.hasFirstFlags : 0)
        form = FullBoxHeader(version: 1, flags: TrackRunBox.hasDataOffset | varying)
        mediaSize = total
        boxSize =
            8 + header.boxSize + TrackFragmentDecodeTimeBox(time: run.baseMediaDecodeTime).boxSize
            + (Self.description(run)?.boxSize ?? 0) + (Self.group(run)?.boxSize ?? 0) + TrackRunBox(form).boxSize
            + run.samples.count * MovieFragment.SampleEntry.size(form)
        self.header = header
        self.run = run
    }

    /// Returns the group of all samples, which the initialization segment describes, or of the start of a gradual refresh,
    /// which the fragment describes; nil without a group.
    private static func group(_ run: MovieFragment.TrackRun) -> SampleToGroupBox? {
        if run.isInRollGroup { return SampleToGroupBox(.roll, sampleCount: run.samples.count) }
        guard run.recoveryDistance != nil else { return nil }
        return SampleToGroupBox(.roll, sampleCount: 1, descriptionIndex: SampleToGroupBox.firstOfFragment)
    }

    private static func description(_ run: MovieFragment.TrackRun) -> SampleGroupDescriptionBox? {
        run.isInRollGroup ? nil : run.recoveryDistance.map { SampleGroupDescriptionBox(rollDistance: $0) }
    }

    /// Writes `traf`. The media start `dataOffset` bytes after the start of `moof`.
    func write(to writer: inout RawWriter, dataOffset: Int32) {
        writer.box(size: boxSize, .traf)
        writer.write(header)
        writer.write(TrackFragmentDecodeTimeBox(time: run.baseMediaDecodeTime))
        if let description = Self.description(run) { writer.write(description) }
        if let group = Self.group(run) { writer.write(group) }
        var samples = TrackRunBox(form)
        (samples.dataOffset, samples.firstFlags) = (dataOffset, run.samples[0].flags)
        samples.samples = EntryTable(run.samples)
        writer.write(samples)
    }
}
