import Foundation
import Media
import StageKit

/// Forwards audio unchanged and measures its loudness by EBU R 128.
struct LoudnessMeter: Processor {
    struct Options: StageOptions {
        var path = ""
        var every = MediaTime.seconds(1)

        static var fields: [OptionField<Options>] {
            [
                .option("path", \.path, "JSON file for the reading, replaced after each measurement; empty for none"),
                .option(
                    "every", \.every, in: .milliseconds(100)...(.seconds(3600)),
                    "media time between two reports"),
            ]
        }
    }

    static let kind = "loudness.meter"
    static let abstract = "Forwards audio and measures its loudness by EBU R 128."
    static let mediaTypes: Set<MediaType> = [.audio]
    static let inputFormats = FrameFormats(sample: ["F32LE", "S16LE"])

    private let options: Options

    init(options: Options) { self.options = options }

    func run(input: any Inlet<Frame>, output: any Outlet<Frame>, context: StageContext) async throws {
        var meters: [Track.ID: Meter] = [:]
        while let messages = try await input.receive() {
            for message in messages {
                switch message {
                case .track(let track):
                    if case .rawAudio(let format) = track.format { meters[track.id] = Meter(format) }
                case .payload(let frame):
                    guard var meter = meters[frame.track] else { continue }
                    try meter.process(frame)
                    if meter.isDue(every: options.every) { try report(meter.loudness.reading, context) }
                    meters[frame.track] = meter
                case .end(let id): if let meter = meters[id] { try report(meter.loudness.reading, context) }
                case .gap: break
                }
            }
            try await output.send(messages)
        }
    }

    private func report(_ reading: Loudness.Reading, _ context: StageContext) throws {
        let values = [
            ("momentary-lufs", reading.momentary), ("short-term-lufs", reading.shortTerm),
            ("integrated-lufs", reading.integrated), ("range-lu", reading.range), ("peak-dbfs", reading.samplePeak),
        ]
        for case let (name, value?) in values { context.measure(name, value) }
        guard !options.path.isEmpty else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let url = URL(filePath: options.path)
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try encoder.encode(reading).write(to: url, options: .atomic)
        } catch {
            throw StageError(.unwritableOutput, "cannot write '\(options.path)'", cause: error)
        }
    }
}

/// The loudness meter of one track.
private struct Meter {
    let format: RawAudioFormat
    var loudness: Loudness
    private var due = 0.0

    init(_ format: RawAudioFormat) {
        self.format = format
        loudness = Loudness(sampleRate: format.sampleRate, channelCount: format.channelCount)
    }

    mutating func process(_ frame: Frame) throws {
        var loudness = loudness
        if format.sampleFormat == Float.sampleFormat {
            try frame.withAudioSamples(of: Float.self, as: .rawAudio(format)) { sound in
                for index in 0..<sound.count { loudness.addSample { Double(sound[$0, index]) } }
            }
        } else {
            try frame.withAudioSamples(of: Int16.self, as: .rawAudio(format)) { sound in
                for index in 0..<sound.count { loudness.addSample { Double(sound[$0, index]) / 32_768 } }
            }
        }
        self.loudness = loudness
    }

    /// Returns whether the next report is due.
    mutating func isDue(every interval: MediaTime) -> Bool {
        let seconds = loudness.seconds
        guard seconds >= due else { return false }
        due = seconds + interval.seconds
        return true
    }
}
