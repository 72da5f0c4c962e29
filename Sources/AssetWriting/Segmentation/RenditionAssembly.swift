import Media

/// One rendition: which tracks it takes its samples from, and which segment comes next.
struct RenditionAssembly: Sendable {
    let rendition: Rendition
    let initializationSegment: Segment
    /// Positions in the fragmenter's list of tracks.
    private let members: [Int]
    private var builder: FragmentBuilder
    private var nextRun = 0
    private var emitted = 0

    /// Groups tracks into renditions: one each, or one for all.
    static func renditions(
        for tracks: [TrackAssembly], _ settings: FragmenterSettings
    ) throws(AssetWriterError) -> [RenditionAssembly] {
        let videoFirst = tracks.indices.sorted { left, right in
            let (first, second) = (tracks[left].track.mediaType, tracks[right].track.mediaType)
            return first == second ? left < right : first == .video
        }
        let groups = settings.packaging == .together ? [videoFirst] : videoFirst.map { [$0] }
        var result: [RenditionAssembly] = []
        var counts: [MediaType: Int] = [:]
        for group in groups {
            let type = tracks[group[0]].track.mediaType
            counts[type, default: 0] += 1
            let count = counts[type] ?? 1
            let name = group.count > 1 ? "muxed" : count == 1 ? type.rawValue : "\(type.rawValue)-\(count)"
            result.append(try RenditionAssembly(name: name, members: group, tracks: tracks, settings))
        }
        return result
    }

    private init(
        name: String, members: [Int], tracks: [TrackAssembly], _ settings: FragmenterSettings
    ) throws(AssetWriterError) {
        self.members = members
        var placements: [TrackPlacement] = []
        for (position, member) in members.enumerated() {
            let track = tracks[member].track
            placements.append(
                try TrackPlacement(
                    track, trackID: settings.keepsTrackIDs ? track.id.rawValue : UInt32(position + 1),
                    firstSample: tracks[member].firstWaiting, settings))
        }
        rendition = Rendition(id: name, tracks: placements.map(\.track), interval: settings.interval)
        let data = try InitializationSegmentBuilder(settings: settings).bytes(for: placements)
        initializationSegment = Segment(
            rendition: rendition, kind: .initialization, index: 0, data: ByteRope(data),
            report: SegmentReport(kind: .initialization))
        builder = FragmentBuilder(placements: placements, settings: settings)
    }

    /// Emits every segment that all members have gone past.
    mutating func emit(
        from tracks: inout [TrackAssembly], _ settings: FragmenterSettings, into output: inout [Segment]
    ) throws(AssetWriterError) {
        while members.contains(where: { !tracks[$0].closed.isEmpty }),
            members.allSatisfy({ tracks[$0].isPast(nextRun) })
        {
            let runs = members.map { tracks[$0].take(nextRun) }
            nextRun += 1
            if runs.allSatisfy(\.isEmpty) { continue }
            let (data, report) = try builder.segment(of: runs)
            output.append(
                Segment(rendition: rendition, kind: .separable, index: emitted, data: data, report: report))
            emitted += 1
        }
    }
}
