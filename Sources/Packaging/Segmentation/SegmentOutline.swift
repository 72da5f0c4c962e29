package import ISOMedia
package import Media

/// Divides tracks into segments by descriptions of their samples, at a fraction of the cost of ``Fragmenter``.
///
/// The boundaries, headers and reports are the same as with ``Fragmenter``. Refuses tracks whose segments depend on
/// more than the times, sizes and flags of the samples.
package struct SegmentOutline: Sendable {
    private let settings: FragmenterSettings
    private let tracks: [TrackAssembly]
    private let renditions: [RenditionAssembly]
    private let leader: Int
    private var leaderCuts: LeaderCuts
    private let leaderStart: MediaTime
    /// The end of the leading track; nil before it is described.
    private var leaderEnd: MediaTime?
    /// The boundaries of the leading track after its start, for text renditions.
    private(set) var boundaries: [SegmentBoundary] = []

    /// The outline of the tracks of a fragmenter that has received the first samples of each; nil if their segments can
    /// depend on more than descriptions.
    package init?(_ fragmenter: Fragmenter) {
        let (settings, period) = (fragmenter.settings, fragmenter.period)
        guard fragmenter.change == nil, !fragmenter.parameterSets.hasConverted, period.hasStarted,
            settings.packaging == .separate, settings.fragmentation == .segment, settings.part == nil,
            period.tracks.allSatisfy(\.isDescribable)
        else { return nil }
        self.settings = settings
        (tracks, renditions, leader) = (period.tracks, period.renditions, period.leader)
        (leaderCuts, leaderStart) = (period.initialCuts, period.leaderStart)
    }

    /// The tracks in the required order of the descriptions: the leading track first.
    package var trackIDs: [Track.ID] {
        [tracks[leader].track.id] + tracks.indices.filter { $0 != leader }.map { tracks[$0].track.id }
    }

    /// Outlines all segments of a track. `read` appends the next samples, none at the end; `services` returns the caption
    /// services in samples of the track.
    ///
    /// Returns false if the descriptions do not belong to a track that ``Fragmenter`` passes on unchanged.
    package mutating func describe(
        _ id: Track.ID, read: (inout [MovieSample]) -> Void,
        services: (ClosedCaptions, ArraySlice<MovieSample>) -> Set<CaptionService>,
        emit: (OutlinedSegment) throws -> Void
    ) throws -> Bool {
        guard let index = tracks.firstIndex(where: { $0.track.id == id }),
            let assembly = renditions.first(where: { $0.rendition.tracks.contains { $0.id == id } })
        else { return false }
        let track = tracks[index].track
        var state = State(
            builder: assembly.builder, rendition: assembly.rendition,
            cutter: SegmentCutter(
                rule: tracks[index].follows ? .follow : .ownSyncSamples, timescale: track.timescale,
                grid: SegmentGrid(start: settings.initialSegmentStartTime, interval: settings.interval)))
        var cuts: [Int64] = []
        while true {
            let known = state.samples.count
            read(&state.samples)
            let hasEnded = state.samples.count == known
            let bound = !tracks[index].follows ? .max : extendCuts(along: state, of: track, hasEnded: hasEnded)
            while state.position < state.samples.count {
                let sample = state.samples[state.position]
                guard state.accepts(sample) else { return false }
                let ticks = sample.decodeTicks &+ sample.compositionOffset
                guard ticks < bound else { break }
                if state.cutter.begins(isSync: sample.flags.isSync, at: ticks, leaderCuts: leaderCuts) {
                    // Tracks that follow are divided as soon as the leading track is decoded up to a time.
                    guard index != leader || sample.compositionOffset >= 0 else { return false }
                    try state.close(before: state.position, services, emit)
                    cuts.append(ticks)
                }
                state.add(sample, presentedAt: ticks)
            }
            if hasEnded { break }
            state.removeClosed()
        }
        guard state.finish() else { return false }
        try state.close(before: state.samples.count, services, emit)
        guard index == leader else { return true }
        leaderEnd = MediaTime(value: state.presentationEnd, timescale: track.timescale)
        let scale = track.timescale
        for cut in cuts { leaderCuts.append(MediaTime(value: cut, timescale: scale)) }
        boundaries =
            cuts.map { .cut(MediaTime(value: $0, timescale: scale)) }
            + [.end(MediaTime(value: state.presentationEnd, timescale: scale))]
        return true
    }
}

extension SegmentOutline {
    /// Adds the cuts after the end of the leading track that the samples so far decide. Returns the time up to which they are
    /// decided, in ticks of the track.
    private mutating func extendCuts(along state: State, of track: Track, hasEnded: Bool) -> Int64 {
        guard let leaderEnd, let last = state.samples.last else { return .max }
        let end = MediaTime(value: last.decodeTicks &+ last.compositionOffset, timescale: track.timescale)
        let grid = SegmentGrid(start: settings.initialSegmentStartTime, interval: settings.interval)
        let undecided = leaderCuts.extend(
            along: grid, after: leaderStart..<max(leaderStart, leaderEnd), to: end)
        return hasEnded || undecided.isIndefinite ? .max : undecided.ticks(at: track.timescale, rounding: .down)
    }

    /// The current segment of a track.
    private struct State {
        var builder: FragmentBuilder
        let rendition: Rendition
        var cutter: SegmentCutter
        /// The samples that were read; those before `start` are in closed segments.
        var samples: [MovieSample] = []
        private var start = 0
        /// The first sample that belongs to no segment yet.
        private(set) var position = 0
        private(set) var presentationEnd = Int64.min
        private var (closedSamples, closedSegments) = (0, 0)
        private var lastDuration: Int64 = 1
        private var hasBegun = false

        init(builder: FragmentBuilder, rendition: Rendition, cutter: SegmentCutter) {
            (self.builder, self.rendition, self.cutter) = (builder, rendition, cutter)
        }

        /// Whether the timeline of a track passes a sample on unchanged. Only the last sample may have no duration.
        @inline(__always) func accepts(_ sample: MovieSample) -> Bool {
            lastDuration > 0 && (hasBegun || sample.flags.isSync) && sample.decodeTicks.magnitude < 1 << 62
        }

        /// Adds one of the samples to the segment.
        @inline(__always) mutating func add(_ sample: MovieSample, presentedAt ticks: Int64) {
            hasBegun = true
            position += 1
            lastDuration = sample.duration
            presentationEnd = max(presentationEnd, ticks &+ sample.duration)
        }

        /// Completes the last sample. Returns false without samples.
        mutating func finish() -> Bool {
            guard let last = samples.indices.last, last >= start else { return false }
            if lastDuration < 1 {
                samples[last].duration = 1
                let sample = samples[last]
                presentationEnd = max(presentationEnd, sample.decodeTicks &+ sample.compositionOffset &+ 1)
            }
            return true
        }

        /// Ends the segment before the sample at a position.
        mutating func close(
            before end: Int, _ services: (ClosedCaptions, ArraySlice<MovieSample>) -> Set<CaptionService>,
            _ emit: (OutlinedSegment) throws -> Void
        ) throws {
            guard start < end else { return }
            let open = samples[start..<end]
            let run = SegmentComposition.Run(
                track: rendition.tracks[0].id, decodeTicks: open[start].decodeTicks, sampleCount: open.count)
            let composition = SegmentComposition(runs: [run], sequenceNumber: builder.sequenceNumber)
            let (byteCount, report) = try builder.measure(open) { services($0, open) }
            try emit(
                OutlinedSegment(
                    rendition: rendition, index: closedSegments, byteCount: byteCount, report: report,
                    composition: composition, position: closedSamples))
            closedSamples += open.count
            closedSegments += 1
            start = end
        }

        /// Removes the samples of closed segments, when they are many.
        mutating func removeClosed() {
            guard start >= 1024 else { return }
            samples.removeFirst(start)
            position -= start
            start = 0
        }
    }
}

// Text tracks.
extension Fragmenter {
    /// Completes the text tracks at the boundaries of an outline.
    package mutating func finishText(_ outline: SegmentOutline) throws(PackagingError) {
        text.endAll()
        guard !text.isEmpty else { return }
        try text.process(outline.boundaries, alongside: period.renditions, settings, into: &textOutput)
    }
}
