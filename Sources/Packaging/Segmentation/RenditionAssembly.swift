import Media

/// The state of one rendition: its tracks and its next segment.
struct RenditionAssembly: Sendable {
    let rendition: Rendition
    let initializationSegment: Segment
    let mappings: [TrackTimeMapping]
    /// The indices of its tracks in the period.
    private let members: [Int]
    private(set) var builder: FragmentBuilder
    private var nextRun = 0
    /// The number of emitted segments, including earlier periods and preceding portions.
    private(set) var emittedCount: Int
    /// Whether the next segment is the first one after a format change.
    private var isDiscontinuity = false
    /// The parts emitted of the current segment; nil if segments are not divided into parts.
    private var parts: SegmentParts?

    /// Groups tracks into renditions: one per track, or one for all tracks. `former` are the newest renditions of the
    /// preceding periods.
    static func renditions(
        for tracks: [TrackAssembly], _ settings: FragmenterSettings, partTarget: MediaTime?,
        after former: [RenditionAssembly]
    ) throws(PackagingError) -> [RenditionAssembly] {
        let videoFirst = tracks.indices.sorted { left, right in
            let (first, second) = (tracks[left].track.mediaType, tracks[right].track.mediaType)
            return first == second ? left < right : first == .video
        }
        let groups = settings.packaging == .together ? [videoFirst] : videoFirst.map { [$0] }
        var result: [RenditionAssembly] = []
        // A track of a preceding period keeps its name.
        var names: Set<String> = []
        let present = Set(tracks.map(\.track.id))
        for group in groups {
            let track = tracks[group[0]].track
            let before =
                settings.packaging == .together
                ? former.first : continued(by: track, among: former, present: present, taken: names)
            let baseName = group.count > 1 ? "muxed" : track.attributes.renditionName ?? track.mediaType.rawValue
            var (name, number) = (before?.rendition.id ?? baseName, 2)
            let reserved = before == nil ? Set(former.map(\.rendition.id)) : []
            while reserved.contains(name) || !names.insert(name).inserted {
                name = "\(baseName)-\(number)"
                number += 1
            }
            result.append(
                try RenditionAssembly(
                    name: name, members: group, tracks: tracks, settings,
                    partTarget: track.attributes.isTrickPlay ? nil : partTarget, after: before))
            if !former.isEmpty { result[result.count - 1].isDiscontinuity = true }
        }
        return result
    }

    /// Returns the rendition that a track continues: the one that contained it, or else one whose tracks have all ended
    /// and were of the same type and language. A source that returns may give its tracks other identifiers.
    private static func continued(
        by track: Track, among former: [RenditionAssembly], present: Set<Track.ID>, taken: Set<String>
    ) -> RenditionAssembly? {
        let free = former.filter { !taken.contains($0.rendition.id) }
        if let same = free.first(where: { $0.rendition.tracks.contains { $0.id == track.id } }) { return same }
        return free.first { before in
            before.rendition.tracks.count == 1
                && before.rendition.tracks.allSatisfy {
                    !present.contains($0.id) && $0.mediaType == track.mediaType && $0.language == track.language
                        && $0.attributes.renditionName == track.attributes.renditionName
                }
        }
    }

    private init(
        name: String, members: [Int], tracks: [TrackAssembly], _ settings: FragmenterSettings, partTarget: MediaTime?,
        after former: RenditionAssembly?
    ) throws(PackagingError) {
        self.members = members
        var mappings: [TrackTimeMapping] = []
        for (position, member) in members.enumerated() {
            let track = tracks[member].track
            // An unchanged track keeps its mapping, so that its initialization segment stays the same.
            if let same = former?.mappings.first(where: { $0.maps(track) }) {
                mappings.append(same)
                continue
            }
            mappings.append(
                try TrackTimeMapping(
                    track, trackID: settings.keepsTrackIDs ? track.id.rawValue : UInt32(position + 1),
                    firstSample: tracks[member].firstWaiting, settings))
        }
        self.mappings = mappings
        var rendition = Rendition(id: name, tracks: mappings.map(\.track), interval: settings.interval)
        rendition.partTarget = partTarget
        self.rendition = rendition
        if partTarget != nil { parts = SegmentParts() }
        let data = try InitializationSegmentBuilder(settings: settings).bytes(for: mappings)
        initializationSegment = Segment(
            rendition: rendition, kind: .initialization, index: 0, data: ByteRope(data),
            report: SegmentReport(kind: .initialization))
        builder = FragmentBuilder(mappings: mappings, settings: settings)
        emittedCount = settings.initialSegmentIndex
        if let former {
            builder.continueNumbering(after: former.builder)
            emittedCount = former.emittedCount
            isDiscontinuity = true
        }
    }

    /// Emits every segment that all tracks have completed.
    mutating func emit(
        from tracks: inout [TrackAssembly], _ settings: FragmenterSettings, into output: inout [Segment]
    ) throws(PackagingError) {
        if parts != nil { return try emitParts(from: &tracks[members[0]], into: &output) }
        while members.contains(where: { !tracks[$0].closed.isEmpty }),
            members.allSatisfy({ tracks[$0].isSegmentComplete(nextRun) })
        {
            let runs = members.map { tracks[$0].removeRuns(ofSegment: nextRun) }
            nextRun += 1
            if members.count == 1 {
                for run in runs[0] { try emit(run, into: &output) }
            } else {
                try emit(together: runs, into: &output)
            }
        }
    }

    /// Emits the completed parts of a rendition with a single track.
    private mutating func emitParts(
        from track: inout TrackAssembly, into output: inout [Segment]
    ) throws(PackagingError) {
        while true {
            for run in track.removeRuns(ofSegment: nextRun) { try emitPart(run, into: &output) }
            guard track.isSegmentComplete(nextRun), !track.closed.isEmpty else { return }
            nextRun += 1
        }
    }

    private mutating func emitPart(_ run: TrackAssembly.Run, into output: inout [Segment]) throws(PackagingError) {
        guard var parts, run.gap != nil || !run.samples.isEmpty else { return }
        let (data, report): (ByteRope, SegmentReport)
        if let gap = run.gap {
            (data, report) = (ByteRope(), self.report(of: gap, of: 0))
        } else {
            (data, report) = try builder.segment(of: [run.samples], continues: parts.count > 0)
        }
        var part = Segment(rendition: rendition, kind: .part, index: emittedCount, data: data, report: report)
        part.isDiscontinuity = isDiscontinuity
        part.part = SegmentPart(
            index: parts.count, isIndependent: run.samples.first?.isSync ?? false, isLast: !run.isPart)
        part.part?.isGap = run.gap != nil
        part.sourceStart = run.gap.map { sourceStart(of: $0, of: 0) }
        output.append(part)
        parts.append(data, report)
        self.parts = run.isPart ? parts : SegmentParts()
        if !run.isPart {
            emit(run.gap == nil ? .separable : .gap, parts.data, parts.report, into: &output)
            output[output.count - 1].sourceStart = part.sourceStart
        }
    }

    private mutating func emit(_ run: TrackAssembly.Run, into output: inout [Segment]) throws(PackagingError) {
        if let gap = run.gap { return emit(gap, of: 0, into: &output) }
        if !run.samples.isEmpty { try emit([run.samples], into: &output) }
    }

    /// If one track has a gap, the segment contains the other tracks; if all have one, the segment is a gap.
    private mutating func emit(
        together runs: [[TrackAssembly.Run]], into output: inout [Segment]
    ) throws(PackagingError) {
        let samples = runs.map { $0.flatMap(\.samples) }
        guard samples.allSatisfy(\.isEmpty) else { return try emit(samples, into: &output) }
        for (member, pieces) in runs.enumerated() {
            let gaps = pieces.compactMap(\.gap)
            guard !gaps.isEmpty else { continue }
            for gap in gaps { emit(gap, of: member, into: &output) }
            return
        }
    }

    private mutating func emit(_ samples: [[Sample]], into output: inout [Segment]) throws(PackagingError) {
        let composition = SegmentComposition(
            runs: samples.compactMap { run in
                run.first.map {
                    SegmentComposition.Run(track: $0.track, decodeTicks: $0.decodeTicks, sampleCount: run.count)
                }
            }, sequenceNumber: builder.sequenceNumber)
        let (data, report) = try builder.segment(of: samples)
        emit(.separable, data, report, composition, into: &output)
    }

    private mutating func emit(_ gap: Range<Int64>, of member: Int, into output: inout [Segment]) {
        emit(.gap, ByteRope(), report(of: gap, of: member), into: &output)
        output[output.count - 1].sourceStart = sourceStart(of: gap, of: member)
    }

    /// The start of a gap on the timeline of the source, which the losses of the run refer to.
    private func sourceStart(of gap: Range<Int64>, of member: Int) -> MediaTime {
        MediaTime(value: gap.lowerBound, timescale: mappings[member].track.timescale)
    }

    private func report(of gap: Range<Int64>, of member: Int) -> SegmentReport {
        let mapping = mappings[member]
        var report = SegmentReport(kind: .gap)
        report.tracks = [
            SegmentReport.TrackReport(
                trackID: mapping.track.id, mediaType: mapping.track.mediaType,
                earliestPresentationTime: MediaTime(
                    value: gap.lowerBound + mapping.presentationShift, timescale: mapping.track.timescale),
                duration: MediaTime(value: gap.upperBound - gap.lowerBound, timescale: mapping.track.timescale),
                sampleCount: 0)
        ]
        return report
    }

    private mutating func emit(
        _ kind: Segment.Kind, _ data: ByteRope, _ report: SegmentReport, _ composition: SegmentComposition? = nil,
        into output: inout [Segment]
    ) {
        var segment = Segment(rendition: rendition, kind: kind, index: emittedCount, data: data, report: report)
        segment.composition = composition
        segment.isDiscontinuity = isDiscontinuity
        isDiscontinuity = false
        output.append(segment)
        emittedCount += 1
    }
}
