import Media

// traf: tfhd, tfdt, sbgp?, trun
/// The boxes of a track in a fragment: fields that vary between samples are in the run, the others in the header.
struct TrackRunPlan {
    let run: MovieFragment.TrackRun
    /// The sum of the sample sizes.
    let mediaSize: Int
    private var header = TrackFragmentHeaderBox()
    private let decodeTime: TrackFragmentDecodeTimeBox
    private let group: SampleToGroupBox?
    private var samples = TrackRunBox()

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
        mediaSize = total
        decodeTime = TrackFragmentDecodeTimeBox(time: run.baseMediaDecodeTime)
        group = run.isInRollGroup ? SampleToGroupBox(.roll, sampleCount: run.samples.count) : nil
        header.trackID = run.trackID
        header.defaults = SampleDefaults(duration: first.duration, size: first.size, flags: shared)
        header.header.flags = TrackFragmentHeaderBox.hasDefaultBase
        samples.firstFlags = first.flags
        samples.samples = EntryTable(run.samples)
        samples.header = FullBoxHeader(version: 1, flags: TrackRunBox.hasDataOffset)
        for (varies, field, defaultField) in [
            (durations != 0, TrackRunBox.hasDuration, TrackFragmentHeaderBox.hasDuration),
            (sizes != 0, TrackRunBox.hasSize, TrackFragmentHeaderBox.hasSize),
            (flags != 0, TrackRunBox.hasFlags, TrackFragmentHeaderBox.hasFlags),
        ] {
            if varies { samples.header.flags |= field } else { header.header.flags |= defaultField }
        }
        if offsets != 0 { samples.header.flags |= TrackRunBox.hasCompositionOffset }
        if flags == 0, first.flags != shared { samples.header.flags |= TrackRunBox.hasFirstFlags }
    }

    /// The size of `traf`.
    var boxSize: Int { 8 + header.boxSize + decodeTime.boxSize + (group?.boxSize ?? 0) + samples.boxSize }

    /// Writes `traf`. The media start `dataOffset` bytes after the start of `moof`.
    func write(to writer: inout RawWriter, dataOffset: Int32) {
        writer.box(size: boxSize, .traf)
        writer.write(header)
        writer.write(decodeTime)
        if let group { writer.write(group) }
        var samples = samples
        samples.dataOffset = dataOffset
        writer.write(samples)
    }
}
