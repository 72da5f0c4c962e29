package import Media

/// The decode times of samples by the table of durations, which is read once for increasing indices.
struct DecodeTimes {
    private let durations: StoredEntries<SampleRun<UInt32>>
    private var entry = 0
    private var run: SampleRun<UInt32>
    /// The index and the decode time of the first sample of the run.
    private var (first, ticks): (Int, Int64) = (0, 0)

    init(_ durations: StoredEntries<SampleRun<UInt32>>) {
        self.durations = durations
        run = durations[0]
    }

    /// Returns the decode time of a sample, in ticks. If the table ends early, its last duration continues.
    mutating func ticks(at index: Int) -> Int64 {
        while index > first &+ Int(run.count), entry &+ 1 < durations.count {
            first &+= Int(run.count)
            ticks &+= Int64(run.count) &* Int64(run.value)
            entry &+= 1
            run = durations[entry]
        }
        return ticks &+ Int64(index &- first) &* Int64(run.value)
    }
}

extension MovieFile {
    /// Returns the longest distance between the sync samples that the tables of a track declare, and from the last one to
    /// the end; nil without tables of sync samples. Reads only the tables of sync samples and durations.
    package func declaredSyncInterval(of track: MovieTrack) -> MediaTime? {
        guard !isFragmented, let numbers = track.tables.syncSamples else { return nil }
        var times = DecodeTimes(track.tables.durations)
        var (last, lastIndex, longest): (Int64?, Int, Int64) = (nil, -1, 0)
        for position in 0..<numbers.count {
            let index = Int(numbers[position]) - 1
            guard index > lastIndex, index < track.tables.sampleCount else { continue }
            let ticks = times.ticks(at: index)
            if let last { longest = max(longest, ticks &- last) }
            (last, lastIndex) = (ticks, index)
        }
        guard let last else { return nil }
        let end = times.ticks(at: track.tables.sampleCount)
        return MediaTime(value: max(longest, end &- last), timescale: track.timescale)
    }
}
