import ISOMedia
import Media

/// Writes and numbers the segments of one text rendition.
struct TextSegmentWriter: Sendable {
    private enum Body: Sendable {
        case files(WebVTTSegment)
        case fragments(FragmentBuilder, CueSamples)
        case documents(FragmentBuilder, DocumentSamples, areCues: Bool)
    }

    private let rendition: Rendition
    private let mapping: TrackTimeMapping
    /// The initialization segment; empty for WebVTT files, which need none.
    let initializationSegment: Segment
    private var body: Body
    private var index = 0
    private var isDiscontinuity = false

    init(_ track: Track, name: String, _ settings: FragmenterSettings) throws(PackagingError) {
        let form = OutputFormat(track, settings)
        let written = form.written(track)
        mapping = try TrackTimeMapping(written, trackID: 1, firstSample: nil, settings)
        rendition = Rendition(id: name, tracks: [mapping.track], interval: settings.interval)
        var bytes: [UInt8] = []
        let builder = FragmentBuilder(mappings: [mapping], settings: settings)
        let shift = MediaTime(value: mapping.presentationShift, timescale: mapping.track.timescale)
        switch form {
        case .files(let header): body = .files(WebVTTSegment(header: header, settings))
        case .fragments: body = .fragments(builder, CueSamples(track.id))
        case .documents(_, let areCues):
            body = .documents(builder, DocumentSamples(track, shift: shift), areCues: areCues)
        }
        if form.isFragmented {
            bytes = try InitializationSegmentBuilder(settings: settings).bytes(for: [mapping])
        }
        initializationSegment = Segment(
            rendition: rendition, kind: .initialization, index: 0, data: ByteRope(bytes),
            report: SegmentReport(kind: .initialization))
    }

    /// Starts a period: the leading track starts, or continues in another format, which is a discontinuity in every
    /// rendition.
    mutating func beginPeriod() { isDiscontinuity = index > 0 }

    /// Returns the segment from `start` to `end` with these cues, which may extend beyond it.
    mutating func segment(
        of cues: [Sample], from start: MediaTime, to end: MediaTime
    ) throws(PackagingError) -> Segment {
        let data: ByteRope
        var report = SegmentReport(kind: .separable)
        switch body {
        case .files(let file): data = ByteRope(file.bytes(of: cues, from: start))
        case .fragments(var builder, var samples):
            let run = try samples.samples(of: cues, from: start, to: end)
            (data, report) = try builder.segment(of: [run])
            body = .fragments(builder, samples)
        case .documents(var builder, let documents, let areCues):
            let run =
                areCues
                ? documents.samples(of: cues, from: start, to: end)
                : try documents.samples(ofDocuments: cues, from: start, to: end)
            (data, report) = try builder.segment(of: [run])
            body = .documents(builder, documents, areCues: areCues)
        }
        let shift = MediaTime(value: mapping.presentationShift, timescale: mapping.track.timescale)
        report.tracks = [
            SegmentReport.TrackReport(
                trackID: mapping.track.id, mediaType: .text, earliestPresentationTime: start + shift,
                duration: end - start, sampleCount: cues.count)
        ]
        var segment = Segment(rendition: rendition, kind: .separable, index: index, data: data, report: report)
        segment.isDiscontinuity = isDiscontinuity
        isDiscontinuity = false
        index += 1
        return segment
    }
}

/// The output format of a text track: documents remain documents; cues are converted to the requested format.
private enum OutputFormat {
    case files(header: String)
    case fragments(header: String)
    case documents(CodedDataFormat, areCues: Bool)

    init(_ track: Track, _ settings: FragmenterSettings) {
        var header = ""
        if case .timedText(let format) = track.format {
            switch format.coding {
            case .webVTT(let own): header = own
            case .timedTextMarkup(let entry):
                self = .documents(
                    CodedDataFormat(mediaType: .text, handler: "subt", sampleEntry: entry), areCues: false)
                return
            }
        }
        self =
            switch settings.text {
            case .webVTT: .files(header: header)
            case .fragmentedWebVTT: .fragments(header: header)
            case .timedTextMarkup: .documents(.timedTextMarkup(), areCues: true)
            }
    }

    var isFragmented: Bool {
        if case .files = self { return false }
        return true
    }

    /// Returns the track with the format and timescale of its rendition.
    func written(_ track: Track) -> Track {
        var result = track
        switch self {
        case .files(let header): result.format = .timedText(TimedTextFormat(.webVTT(header: header)))
        case .fragments(let header): result.format = .codedData(.webVTT(header: header))
        case .documents(let format, _): result.format = .codedData(format)
        }
        if isFragmented { result.timescale = CueSamples.timescale }
        return result
    }
}
