import ISOMedia
import Media

/// Writes the samples of successive segments as movie fragments and reports the byte ranges.
struct FragmentBuilder: Sendable {
    private let mappings: [TrackTimeMapping]
    private let fragmentation: FragmenterSettings.Fragmentation
    private let segmentBrands: FileBrands
    /// The sequence number of the next fragment.
    var sequenceNumber: UInt32
    /// The sequence numbers reserved for each segment of preceding portions if it has several fragments.
    private static let maximumFragmentCount = 4096

    init(mappings: [TrackTimeMapping], settings: FragmenterSettings) {
        self.mappings = mappings
        // In trick-play renditions, players load each frame separately.
        let isTrickPlay = mappings.contains { $0.track.attributes.isTrickPlay }
        fragmentation = isTrickPlay ? .syncSample : settings.fragmentation
        segmentBrands = settings.profile.segmentBrands
        // Sequence numbers increase by segment, and leave space for all fragments of a segment.
        let fragments = fragmentation == .segment ? 1 : Self.maximumFragmentCount
        sequenceNumber =
            settings.initialMovieFragmentSequenceNumber
            &+ UInt32(truncatingIfNeeded: settings.initialSegmentIndex &* fragments)
    }

    /// Continues the sequence numbers of `former`.
    mutating func continueNumbering(after former: FragmentBuilder) { sequenceNumber = former.sequenceNumber }

    /// The tracks of the source, unchanged.
    var sources: [Track] { mappings.map(\.source) }

    /// Builds a segment, or a part of one, from `runs`: one run of samples per track, some possibly empty. A part
    /// starts the segment unless it `continues` it.
    mutating func segment(
        of runs: [[Sample]], continues: Bool = false
    ) throws(PackagingError) -> (ByteRope, SegmentReport) {
        var report = SegmentReport(kind: .separable)
        let (data, fragments) = try fragments(of: runs, continues: continues)
        report.fragments = fragments
        for (mapping, run) in zip(mappings, runs) where !run.isEmpty {
            var track = trackReport(mapping, run)
            if mapping.track.mediaType == .video {
                track.firstVideoSample = report.fragments[0].firstVideoSample
                track.captionServices = ClosedCaptions(mapping.track.format)?.services(in: run)
            }
            report.tracks.append(track)
        }
        return (data, report)
    }

    /// Builds the bytes of a segment or a part, without the report of its tracks.
    mutating func fragments(
        of runs: [[Sample]], continues: Bool
    ) throws(PackagingError) -> (data: ByteRope, reports: [SegmentReport.FragmentReport]) {
        var data = ByteRope()
        data.reserveSlices(runs.reduce(2) { $0 + $1.count })
        var reports: [SegmentReport.FragmentReport] = []
        for (index, parts) in split(runs).enumerated() {
            reports.append(try append(parts, isFirst: index == 0 && !continues, to: &data))
        }
        return (data, reports)
    }

    /// Returns the size and the report of the segment that samples of the only track make up, without building it.
    /// `services` returns the caption services in the samples.
    ///
    /// Segments have one fragment each.
    mutating func measure(
        _ samples: ArraySlice<MovieSample>, services: (ClosedCaptions) -> Set<CaptionService>
    ) throws(PackagingError) -> (byteCount: Int, SegmentReport) {
        let mapping = mappings[0]
        let run = try trackRun(mapping, samples)
        let header: (byteCount: Int, movieFragmentOffset: Int, mediaSize: Int)
        do throws(FragmentTooLarge) {
            header = try fragment(of: [run], isFirst: true).measuredHeader()
        } catch {
            throw PackagingError(.sampleTooLarge, error.description)
        }
        sequenceNumber &+= 1
        let isVideo = mapping.track.mediaType == .video
        let first = isVideo ? sampleReport(mapping, samples, at: header.byteCount) : nil
        let byteCount = header.byteCount + header.mediaSize
        let moof = header.movieFragmentOffset
        var report = SegmentReport(kind: .separable)
        report.fragments = [
            SegmentReport.FragmentReport(offset: moof, length: byteCount - moof, firstVideoSample: first)
        ]
        var track = trackReport(mapping, samples)
        track.firstVideoSample = first
        if isVideo { track.captionServices = ClosedCaptions(mapping.track.format).map(services) }
        report.tracks = [track]
        return (byteCount, report)
    }

    /// Appends one movie fragment with its media data; adjacent sample bytes stay one slice.
    private mutating func append(
        _ parts: [ArraySlice<Sample>], isFirst: Bool, to data: inout ByteRope
    ) throws(PackagingError) -> SegmentReport.FragmentReport {
        var runs: [MovieFragment.TrackRun] = []
        for (mapping, part) in zip(mappings, parts) where !part.isEmpty {
            var run = try trackRun(mapping, part)
            run.recoveryDistance = recoveryDistance(mapping, part)
            runs.append(run)
        }
        let start = data.count
        let header = try header(of: runs, isFirst: isFirst)
        data.append(ByteSlice(copying: header.bytes))
        var offset = data.count
        var first: SegmentReport.SampleReport?
        for (mapping, part) in zip(mappings, parts) {
            if first == nil, mapping.track.mediaType == .video, !part.isEmpty {
                first = sampleReport(mapping, part, at: offset)
            }
            for sample in part { data.append(sample.bytes) }
            offset = data.count
        }
        let moof = start + header.movieFragmentOffset
        return SegmentReport.FragmentReport(offset: moof, length: data.count - moof, firstVideoSample: first)
    }

    /// The number of samples after a gradual refresh at the start up to the first exact one; nil for other starts, if
    /// the refresh does not end in the fragment, and if no picture becomes exact.
    private func recoveryDistance(_ mapping: TrackTimeMapping, _ samples: ArraySlice<Sample>) -> Int16? {
        guard let first = samples.first, first.flags.isGradualRecovery,
            let syntax = BitstreamSyntax(mapping.track.format),
            let point = syntax.recoveryPoint(first.bytes), point.isExact
        else { return nil }
        return syntax.recoveryDistance(point.frameCount, in: samples.lazy.map(\.bytes)).flatMap(Int16.init(exactly:))
    }

    private mutating func header(
        of runs: [MovieFragment.TrackRun], isFirst: Bool
    ) throws(PackagingError) -> MovieFragment.Header {
        defer { sequenceNumber &+= 1 }
        do throws(FragmentTooLarge) {
            return try fragment(of: runs, isFirst: isFirst).header()
        } catch {
            throw PackagingError(.sampleTooLarge, error.description)
        }
    }

    private func fragment(of runs: [MovieFragment.TrackRun], isFirst: Bool) -> MovieFragment {
        MovieFragment(
            sequenceNumber: sequenceNumber, tracks: runs, segmentType: isFirst ? segmentBrands : nil)
    }

    private func trackRun(
        _ mapping: TrackTimeMapping, _ samples: ArraySlice<some DescribedSample>
    ) throws(PackagingError) -> MovieFragment.TrackRun {
        let shift = mapping.compositionShift
        // The first samples, up to a sample that does not fit. The timeline has validated durations, and composition
        // offsets before the shift.
        let entries = [MovieFragment.SampleEntry](unsafeUninitializedCapacity: samples.count) { buffer, count in
            for sample in samples {
                guard let size = UInt32(exactly: sample.byteCount),
                    let offset = Int32(exactly: sample.presentationOffset - shift)
                else { return }
                buffer.initializeElement(
                    at: count,
                    to: MovieFragment.SampleEntry(
                        duration: UInt32(truncatingIfNeeded: sample.duration), size: size,
                        flags: sample.flags.stored.rawValue, compositionOffset: offset))
                count += 1
            }
        }
        if entries.count < samples.count {
            let sample = samples[samples.startIndex + entries.count]
            let time = mapping.decodeTime(of: sample)
            throw UInt32(exactly: sample.byteCount) == nil
                ? PackagingError(.sampleTooLarge, "a sample at \(time) is larger than 4 GiB")
                : PackagingError(.badTimestamps, "a sample at \(time) is presented too early")
        }
        let decodeTime = samples[samples.startIndex].decodeTicks + mapping.decodeShift
        guard let baseMediaDecodeTime = UInt64(exactly: decodeTime) else {
            throw PackagingError(.negativeDecodeTime, "a segment would start before time zero")
        }
        return MovieFragment.TrackRun(
            trackID: mapping.trackID, baseMediaDecodeTime: baseMediaDecodeTime, samples: entries,
            isInRollGroup: mapping.isInRollGroup)
    }
}

extension FragmentBuilder {
    /// Splits each run at the start of each fragment; the run with video, otherwise the first, determines the starts.
    private func split(_ runs: [[Sample]]) -> [[ArraySlice<Sample>]] {
        guard fragmentation == .syncSample,
            let leader = mappings.indices.first(where: {
                mappings[$0].track.mediaType == .video && !runs[$0].isEmpty
            })
        else { return [runs.map { $0[...] }] }
        var fragments: [[ArraySlice<Sample>]] = []
        var starts = runs.map { _ in 0 }
        for sync in runs[leader].indices.dropFirst() where runs[leader][sync].flags.isIntraPoint {
            let time = runs[leader][sync].presentationTime
            var parts: [ArraySlice<Sample>] = []
            for (index, run) in runs.enumerated() {
                let end = index == leader ? sync : Self.position(of: time, in: run, from: starts[index])
                parts.append(run[starts[index]..<end])
                starts[index] = end
            }
            fragments.append(parts)
        }
        fragments.append(zip(runs, starts).map { run, start in run[start...] })
        return fragments
    }

    private static func position(of time: MediaTime, in run: [Sample], from start: Int) -> Int {
        guard let scale = run.first?.timescale else { return start }
        let ticks = time.ticks(at: scale, rounding: .up)
        return run[start...].firstIndex { $0.presentationTicks >= ticks } ?? run.count
    }

    private func trackReport(
        _ mapping: TrackTimeMapping, _ run: some Collection<some DescribedSample>
    ) -> SegmentReport.TrackReport {
        var earliest = Int64.max
        var duration: Int64 = 0
        for sample in run {
            earliest = min(earliest, sample.presentationTicks)
            duration += sample.duration
        }
        let scale = mapping.track.timescale
        return SegmentReport.TrackReport(
            trackID: mapping.track.id, mediaType: mapping.track.mediaType,
            earliestPresentationTime: MediaTime(value: earliest + mapping.presentationShift, timescale: scale),
            duration: MediaTime(value: duration, timescale: scale), sampleCount: run.count)
    }

    private func sampleReport(
        _ mapping: TrackTimeMapping, _ run: ArraySlice<some DescribedSample>, at offset: Int
    ) -> SegmentReport.SampleReport {
        let sample = run[run.startIndex]
        var report = SegmentReport.SampleReport(
            presentationTime: MediaTime(
                value: sample.presentationTicks + mapping.presentationShift, timescale: mapping.track.timescale),
            offset: offset, length: sample.byteCount, isSync: sample.flags.isSync)
        if sample.flags.isRecoveryPoint { report.recovery = sample.flags.isGradualRecovery ? .gradual : .immediate }
        let leading = LeadingPictures(behind: run.startIndex, in: run)
        (report.leadingCount, report.skippedLeadingCount) = (leading.count, leading.skippedCount)
        return report
    }
}
