import Media

/// Writes the segments of one text rendition and numbers them.
struct TextSegmentWriter: Sendable {
    private enum Body: Sendable {
        case files(WebVTTSegment)
        case fragments(FragmentBuilder, CueSamples)
    }

    private let rendition: Rendition
    private let placement: TrackPlacement
    /// Without bytes where files need none.
    let initializationSegment: Segment
    private var body: Body
    private var index = 0
    private var isDiscontinuity = false

    init(_ track: Track, name: String, _ settings: FragmenterSettings) throws(AssetWriterError) {
        let header = track.webVTTHeader
        var written = track
        switch settings.text {
        case .webVTT: written.format = .timedText(TimedTextFormat(.webVTT(header: header)))
        case .fragmentedWebVTT:
            written.format = .codedData(.webVTT(header: header))
            written.timescale = CueSamples.timescale
        }
        placement = try TrackPlacement(written, trackID: 1, firstSample: nil, settings)
        rendition = Rendition(id: name, tracks: [placement.track], interval: settings.interval)
        var bytes: [UInt8] = []
        switch settings.text {
        case .webVTT: body = .files(WebVTTSegment(header: header, settings))
        case .fragmentedWebVTT:
            bytes = try InitializationSegmentBuilder(settings: settings).bytes(for: [placement])
            body = .fragments(FragmentBuilder(placements: [placement], settings: settings), CueSamples(track.id))
        }
        initializationSegment = Segment(
            rendition: rendition, kind: .initialization, index: 0, data: ByteRope(bytes),
            report: SegmentReport(kind: .initialization))
    }

    /// The leading track begins, or goes on in another format, which is a discontinuity in every rendition.
    mutating func beginPeriod() { isDiscontinuity = index > 0 }

    /// The segment from `start` to `end` with these cues, some of which may reach beyond it.
    mutating func segment(
        of cues: [Sample], from start: MediaTime, to end: MediaTime
    ) throws(AssetWriterError) -> Segment {
        let data: ByteRope
        var report = SegmentReport(kind: .separable)
        switch body {
        case .files(let file): data = ByteRope(file.bytes(of: cues, from: start))
        case .fragments(var builder, var samples):
            let run = try samples.samples(of: cues, from: start, to: end)
            (data, report) = try builder.segment(of: [run])
            body = .fragments(builder, samples)
        }
        let shift = MediaTime(value: placement.presentationShift, timescale: placement.track.timescale)
        report.tracks = [
            SegmentReport.TrackReport(
                trackID: placement.track.id, mediaType: .text, earliestPresentationTime: start + shift,
                duration: end - start, sampleCount: cues.count)
        ]
        var segment = Segment(rendition: rendition, kind: .separable, index: index, data: data, report: report)
        segment.isDiscontinuity = isDiscontinuity
        isDiscontinuity = false
        index += 1
        return segment
    }
}

extension Track {
    /// What stands before the cues; empty for text of another kind.
    fileprivate var webVTTHeader: String {
        guard case .timedText(let format) = format, case .webVTT(let header) = format.coding else { return "" }
        return header
    }
}
