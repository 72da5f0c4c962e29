import Media

/// Makes cues of the text samples of a movie, which follow each other without holes.
///
/// A cue of WebVTT goes on in the next sample where that has one with the same name, or with the same text.
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
        /// In ticks of the track.
        var end: Int64
    }

    private let coding: Coding
    /// In the order of their beginnings.
    private var open: [Open] = []
    private var end = Int64.min
    /// Samples that are given on as they are.
    private var documents: [Sample] = []

    /// nil for formats that are not read as cues.
    init?(_ format: MediaFormat) {
        guard case .codedData(let data) = format else { return nil }
        switch data.sampleEntryCode {
        case "tx3g": coding = .timedText(TimedTextSample.Style(sampleEntry: data.sampleEntry))
        case "wvtt": coding = .webVTT(header: Self.header(data.sampleEntry))
        case "stpp": coding = .timedTextMarkup(sampleEntry: data.sampleEntry)
        default: return nil
        }
    }

    /// What the samples become.
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

    /// What stands in the configuration after the signature.
    private static func header(_ entry: [UInt8]) -> String {
        let configuration = String(
            decoding: ConfigurationBoxes(Array(entry.dropFirst(16)))["vttC"] ?? [], as: UTF8.self)
        guard let file = try? TimedTextFile(Array(configuration.utf8), syntax: .webVTT) else { return "" }
        return file.header
    }

    /// Takes the next sample of the track.
    mutating func append(_ sample: Sample) {
        let begin = sample.presentationTicks
        let sampleEnd = begin &+ max(1, sample.duration)
        if case .timedTextMarkup = coding {
            documents.append(sample)
            return
        }
        var going: [Int] = []
        for (name, cue) in cues(of: sample.bytes) {
            let known = open.indices.first { index in
                open[index].end == begin && !going.contains(index) && open[index].name == name
                    && (!name.isEmpty || open[index].cue == cue)
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

    /// More than any movie shows between two batches of samples.
    private static let maximumOpenCues = 4096

    /// No more samples come.
    mutating func finish() { end = .max }

    /// The cues that do not go on, in the order of their beginnings.
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

    /// Up to where no other cue begins, when the next sample begins at `ticks`.
    func completeTime(before ticks: Int64) -> Int64 { open.first?.sample.presentationTicks ?? ticks }

    private func cues(of bytes: ByteSlice) -> [(name: [UInt8], cue: WebVTTCue)] {
        switch coding {
        case .timedText(let style):
            guard let cue = TimedTextSample(bytes.bytes, style).cue else { return [] }
            return [([], cue)]
        case .webVTT:
            return ConfigurationBoxes(bytes.bytes).all("vttc").compactMap { content in
                WebVTTCue(content: content, start: 0, end: 1).map { (ConfigurationBoxes(content)["vsid"] ?? [], $0) }
            }
        case .timedTextMarkup: return []
        }
    }
}
