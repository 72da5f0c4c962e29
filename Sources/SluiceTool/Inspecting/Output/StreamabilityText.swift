import Media
import OnDemand
import StageKit
import SystemFiles
import SystemTime

/// The output of `sluice inspect --streamable`.
struct StreamabilityText {
    private let report: StreamabilityReport

    /// Examines a movie and prints the report.
    static func show(_ path: String, _ arguments: Arguments) throws(UsageError) -> ExitCode {
        guard ["diff", "samples", "all"].allSatisfy({ !arguments.has($0) }), arguments.value("init") == nil else {
            throw UsageError("--streamable excludes --diff, --samples, --init and --all")
        }
        var options = MoviePresentationOptions()
        if let interval: MediaTime = try arguments.option("interval") {
            guard PresentationSettings.intervals.contains(interval) else {
                throw UsageError("--interval must be from 100ms to 1h")
            }
            options.interval = interval
        }
        do throws(MappedFile.Failure) {
            let report = try StreamabilityReport(path: path, options, PresentationLimits(), clock: SystemClock())
            Console.write(
                arguments.has("json") ? JSONText.text(StreamabilityDocument(report: report)) : Self(report: report).text
            )
            return report.verdict == .notStreamable ? .runFailed : .done
        } catch {
            Console.error("error: \(error)\n")
            return .runFailed
        }
    }

    private var text: String {
        var lines = ["\(report.name): \(verdict)"]
        if let duration = report.duration { lines.append("  duration    \(Self.seconds(duration))") }
        if let segments = report.segments {
            lines.append(
                "  segments    \(segments.count) of \(Self.seconds(segments.interval)), the longest "
                    + Self.seconds(segments.longest))
        }
        if let layout = report.layout { lines.append("  file        \(Self.line(layout))") }
        for track in report.tracks { lines += Self.lines(track) }
        for finding in report.findings {
            lines.append("\(finding.severity.rawValue): \(finding.message) [\(finding.code)]")
            if let command = finding.command { lines.append("  \(command)") }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private var verdict: String {
        switch report.verdict {
        case .streamable: "can be streamed without encoding"
        case .limited: "can be streamed without encoding, with disadvantages"
        case .notStreamable: "cannot be streamed without a change"
        }
    }

    private static func line(_ layout: StreamabilityReport.Layout) -> String {
        if layout.isFragmented { return "fragmented" }
        let index = layout.indexInFront ? "tables in front of the media" : "tables after the media"
        return index + (layout.farthestSeek.map { ", samples of one time within \($0 >> 10) KiB" } ?? "")
    }

    private static func lines(_ track: StreamedTrack) -> [String] {
        var facts = [track.codec]
        if let width = track.width, let height = track.height { facts.append("\(width) × \(height)") }
        if let rate = track.frameRate { facts.append("\(decimal(rate)) frames/s") }
        if let channels = track.channels { facts.append("\(channels) channel\(channels == 1 ? "" : "s")") }
        if let rate = track.sampleRate { facts.append("\(rate) Hz") }
        if let language = track.language { facts.append(language) }
        if let rate = track.bitRate, let peak = track.peakBitRate {
            facts.append("\(rate / 1000) kb/s, peak \(peak / 1000) kb/s")
        }
        let place = track.file.map { " of '\($0)'" } ?? ""
        var lines = ["  track \(track.number)\(place)     \(track.type): \(facts.joined(separator: ", "))"]
        if let sync = track.syncSamples {
            lines.append(
                "    sync samples  \(sync.count), every \(seconds(sync.meanInterval)) on average, at most "
                    + "\(seconds(sync.longestInterval))")
        }
        let players = track.players.map { "\($0.player.rawValue) \($0.support.words)" }
        return lines + ["    players       \(players.joined(separator: ", "))"]
    }

    private static func seconds(_ time: Double) -> String { "\(decimal(time)) s" }
    private static func decimal(_ value: Double) -> String {
        MediaTime(seconds: value, preferredTimescale: 1000).decimal(places: 3, trimmed: true)
    }
}

extension PlayerSupport.Support {
    fileprivate var words: String {
        switch self {
        case .plays: "yes"
        case .some: "on some devices"
        case .no: "no"
        }
    }
}
