import Media

/// Converts the text samples of a movie, which are contiguous, to cues.
///
/// A WebVTT cue continues in the next sample if that has a cue with the same source ID, or with the same content.
struct MovieCues: Sendable {
    private enum Coding {
        case timedText(TimedTextSample.Style)
        case webVTT(header: String)
        case timedTextMarkup(sampleEntry: [UInt8])
    }

    private struct Open {
        var cue: WebVTTCue
        var name: [UInt8]
        var sample: Sample
        /// The end in ticks of the track.
        var end: Int64
    }

    private let coding: Coding
    /// In order of their start times.
    private var open: [Open] = []
    private var end = Int64.min
    /// Samples that are passed through unchanged.
    private var documents: [Sample] = []

    /// nil for formats that cannot be converted to cues.
    init?(_ format: MediaFormat) {
        guard case .codedData(let data) = format else { return nil }
        switch data.sampleEntryCode {
        case "tx3g": coding = .timedText(TimedTextSample.Style(sampleEntry: data.sampleEntry))
        case "wvtt": coding = .webVTT(header: Self.header(data.sampleEntry))
        case "stpp": coding = .timedTextMarkup(sampleEntry: data.sampleEntry)
        default: return nil
        }
    }

    /// The format of the cues.
    var format: MediaFormat {
        switch coding {
        case .timedText: .timedText(.webVTT)
        case .webVTT(let header): .timedText(TimedTextFormat(.webVTT(header: header)))
        case .timedTextMarkup(let entry): .timedText(TimedTextFormat(.timedTextMarkup(sampleEntry: entry)))
        }
    }

    /// Whether every cue is essential.
    var isForced: Bool {
        if case .timedText(let style) = coding { return style.isForced }
        return false
    }

    /// The WebVTT header in the configuration, after the signature.
    private static func header(_ entry: [UInt8]) -> String {
        let configuration = String(
            decoding: ConfigurationBoxes(Array(entry.dropFirst(16)))["vttC"] ?? [], as: UTF8.self)
        guard let file = try? TimedTextFile(Array(configuration.utf8), syntax: .webVTT) else { return "" }
        return file.header
    }

    /// Appends the next sample of the track.
    mutating func append(_ sample: Sample) {
        let begin = sample.presentationTicks
        let sampleEnd = begin &+ max(1, sample.duration)
        if case .timedTextMarkup = coding {
            documents.append(sample)
            return
        }
        var going: [Int] = []
        let time = MediaTime(value: begin, timescale: sample.timescale).ticks(at: 1000)
        for (name, cue) in cues(of: sample.bytes, at: time) {
            let known = open.indices.first { index in
                open[index].end == begin && !going.contains(index) && open[index].name == name
                    && (!name.isEmpty || open[index].cue.hasContent(of: cue))
            }
            if let known, begin == end {
                open[known].end = sampleEnd
                going.append(known)
            } else if open.count < Self.maximumOpenCues {
                open.append(Open(cue: cue, name: name, sample: sample, end: sampleEnd))
                going.append(open.count - 1)
            }
        }
        end = sampleEnd
    }

    /// The maximum number of cues presented at once, more than any movie has.
    private static let maximumOpenCues = 4096

    /// Ends all cues.
    mutating func finish() { end = .max }

    /// Returns the cues that have ended, in order of their start times.
    mutating func removeFinishedCues() -> [Sample] {
        if case .timedTextMarkup = coding {
            defer { documents = [] }
            return documents
        }
        let whole = open.prefix { $0.end < end || end == .max }
        defer { open.removeFirst(whole.count) }
        return whole.map { entry in
            var sample = entry.sample
            sample.decodeTicks = sample.presentationTicks
            sample.presentationOffset = 0
            sample.duration = entry.end &- sample.decodeTicks
            sample.flags = .sync
            sample.bytes = ByteSlice(copying: entry.cue.box)
            return sample
        }
    }

    /// The time before which no further cue starts, if the next sample starts at `ticks`.
    func completeTime(before ticks: Int64) -> Int64 { open.first?.sample.presentationTicks ?? ticks }

    /// Returns the cues of a sample that starts at a time in milliseconds.
    private func cues(of bytes: ByteSlice, at time: Int64) -> [(name: [UInt8], cue: WebVTTCue)] {
        switch coding {
        case .timedText(let style):
            guard let cue = TimedTextSample(bytes.bytes, style).cue else { return [] }
            return [([], cue)]
        case .webVTT:
            return ConfigurationBoxes(bytes.bytes).all("vttc").compactMap { content in
                WebVTTCue(content: content, start: time, end: time + 1).map {
                    (ConfigurationBoxes(content)["vsid"] ?? [], $0)
                }
            }
        case .timedTextMarkup: return []
        }
    }
}
