import Media
import StageKit

/// Reports lost and damaged frames of a source: figures of the stage, and one problem for each damaged track.
struct DamageReport: Sendable {
    /// The file or URL that messages name.
    let subject: String
    /// The number of lost or damaged frames that are tolerated per track; nil where no number makes the run fail.
    let limit: Int?
    let figures: [StreamDamage.Figures]
    let containerErrors: Int

    /// Sends the report; damage beyond the limit is an error, which makes the run count as failed.
    func send(to context: StageContext) {
        for (name, stream) in named where stream.total > 0 {
            context.measure("\(name)-lost-frames", Double(stream.lost))
            context.measure("\(name)-damaged-frames", Double(stream.damaged))
            context.measure("\(name)-decoder-errors", Double(stream.errors))
            context.report(problem(name, stream))
        }
        for (name, stream) in named where stream.total == 0 && stream.repeated > 0 {
            context.warn(
                "frames-left-out",
                "\(subject): track \(name): \(Self.count(stream.repeated, "frame")) left out, since samples have no "
                    + "presentation times and the decoder repeated a time")
        }
        guard containerErrors > 0 else { return }
        context.measure("container-errors", Double(containerErrors))
        let text =
            "\(subject): bytes between samples are damaged and were skipped, \(Self.count(containerErrors, "time"))"
        context.report(Problem(severity(containerErrors), code: "damaged-container", message: text + remedy))
    }

    /// Each stream with its name: its media type, with a number where there are several.
    private var named: [(String, StreamDamage.Figures)] {
        var counts: [Bool: Int] = [:]
        return figures.map { stream in
            counts[stream.isVideo, default: 0] += 1
            let (kind, number) = (stream.isVideo ? "video" : "audio", counts[stream.isVideo, default: 0])
            return (number == 1 ? kind : "\(kind)-\(number)", stream)
        }
    }

    private func problem(_ name: String, _ stream: StreamDamage.Figures) -> Problem {
        var text = "\(subject): track \(name)"
        if !stream.codec.isEmpty { text += " (\(stream.codec))" }
        return Problem(severity(stream.total), code: "damaged-media", message: "\(text): \(Self.text(stream))\(remedy)")
    }

    /// The figures of a stream in words.
    static func text(_ stream: StreamDamage.Figures) -> String {
        var parts: [String] = []
        if stream.lost > 0 { parts.append("\(stream.lost) of \(count(stream.entered, "frame")) lost") }
        if stream.damaged > 0 { parts.append("\(count(stream.damaged, "frame")) damaged") }
        if stream.errors > 0 { parts.append("\(count(stream.errors, "decoder error"))") }
        let text = parts.joined(separator: ", ")
        guard let times = stream.times else { return text }
        let (first, last) = (seconds(times.lowerBound), seconds(times.upperBound))
        return text + (first == last ? ", at \(first)" : ", from \(first) to \(last)")
    }

    private func severity(_ total: Int) -> Problem.Severity { limit.map { total > $0 } ?? false ? .error : .warning }

    private var remedy: String {
        limit.map { "; 'max-damage' tolerates \(Self.count($0, "frame")) per track" } ?? ""
    }

    private static func count(_ number: Int, _ unit: String) -> String { "\(number) \(unit)\(number == 1 ? "" : "s")" }
    private static func seconds(_ nanoseconds: Int64) -> String {
        MediaTime.nanoseconds(nanoseconds).decimal(places: 1) + " s"
    }
}
