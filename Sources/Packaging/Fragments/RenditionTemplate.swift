package import Media

/// Builds media segments of one rendition again, one at a time and in any order.
///
/// Samples and fragments follow the rules of ``Fragmenter``: each run passes through a ``TrackAssembly``, and
/// ``FragmentBuilder`` writes the fragments.
package struct RenditionTemplate: Sendable {
    /// An event of a track.
    package enum Item: Sendable {
        case sample(Sample)
        case gap(until: MediaTime)
    }

    private let builder: FragmentBuilder
    private let settings: FragmenterSettings
    /// The tracks of the source, in the order of the rendition.
    package let tracks: [Track]

    init(_ builder: FragmentBuilder, _ settings: FragmenterSettings) {
        (self.builder, self.settings) = (builder, settings)
        tracks = builder.sources
    }

    /// Returns the samples of a run as its segment contains them.
    ///
    /// `next` returns the samples and gaps of the track from the first sample of the run on; nil at the end of the
    /// track. The run `continues` unless it starts the track.
    package func samples(
        of run: SegmentComposition.Run, continues: Bool, from next: () throws(PackagingError) -> Item?
    ) throws(PackagingError) -> [Sample] {
        guard let track = tracks.first(where: { $0.id == run.track }) else { return [] }
        let cutter = SegmentCutter(
            rule: .follow, timescale: track.timescale,
            grid: SegmentGrid(start: settings.initialSegmentStartTime, interval: settings.interval))
        var assembly = TrackAssembly(track: track, cutter: cutter, settings, continues: continues)
        var hasEnded = false
        while assembly.collected.count < run.sampleCount, !hasEnded {
            switch try next() {
            case .sample(let sample): try assembly.append(sample)
            case .gap(let until): try assembly.gap(until: until, start: settings.initialSegmentStartTime)
            case nil:
                try assembly.end()
                hasEnded = true
            }
            _ = assembly.place(before: .max, leaderCuts: LeaderCuts())
        }
        return Array(assembly.collected.prefix(run.sampleCount))
    }

    /// Builds the segment of these samples: one array for each of ``tracks``, some possibly empty.
    package func segment(of runs: [[Sample]], sequenceNumber: UInt32) throws(PackagingError) -> ByteRope {
        var builder = builder
        builder.sequenceNumber = sequenceNumber
        return try builder.fragments(of: runs, continues: false).data
    }
}
