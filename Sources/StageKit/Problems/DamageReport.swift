import Media

/// Reports the lost and damaged frames of a source: metrics of the stage, and one problem for each damaged track.
package struct DamageReport: Sendable {
    /// The file or URL that messages name.
    let subject: String
    /// Maximum number of lost or damaged frames per track; nil if damage never makes the run fail.
    let limit: Int?
    package let figures: [DamageFigures]
    /// The number of times that unreadable bytes between samples were skipped.
    package let containerErrors: Int

    /// Creates a report on `figures`, which are ordered by track.
    package init(subject: String, limit: Int?, figures: [DamageFigures], containerErrors: Int) {
        self.subject = subject
        self.limit = limit
        self.figures = figures
        self.containerErrors = containerErrors
    }

    /// Sends the report; damage beyond the limit is an error, which makes the run count as failed.
    package func send(to context: StageContext) {
        for (name, stream) in named where stream.total > 0 {
            context.measure("\(name)-lost-frames", Double(stream.lost))
            context.measure("\(name)-damaged-frames", Double(stream.damaged))
            context.measure("\(name)-decoder-errors", Double(stream.errors))
            if stream.lostPackets > 0 { context.measure("\(name)-lost-packets", Double(stream.lostPackets)) }
            context.report(problem(name, stream))
        }
        for (name, stream) in named where stream.total == 0 && stream.repeated > 0 {
            context.reportWarning(
                "frames-left-out",
                "\(subject): track \(name): \(Self.count(stream.repeated, "frame")) discarded: samples have no "
                    + "presentation times and the decoder repeated a time")
        }
        guard containerErrors > 0 else { return }
        context.measure("container-errors", Double(containerErrors))
        let text =
            "\(subject): skipped damaged bytes between samples, \(Self.count(containerErrors, "time"))"
        context.report(Problem(severity(containerErrors), code: "damaged-container", message: text + remedy))
    }

    /// The streams with names: the media type, followed by a number for the second stream of a type and later ones.
    private var named: [(String, DamageFigures)] {
        var counts: [Bool: Int] = [:]
        return figures.map { stream in
            counts[stream.isVideo, default: 0] += 1
            let (kind, number) = (stream.isVideo ? "video" : "audio", counts[stream.isVideo, default: 0])
            return (number == 1 ? kind : "\(kind)-\(number)", stream)
        }
    }

    private func problem(_ name: String, _ stream: DamageFigures) -> Problem {
        var text = "\(subject): track \(name)"
        if !stream.codec.isEmpty { text += " (\(stream.codec))" }
        return Problem(severity(stream.total), code: "damaged-media", message: "\(text): \(Self.text(stream))\(remedy)")
    }

    /// Returns the figures of a stream as text.
    package static func text(_ stream: DamageFigures) -> String {
        var parts: [String] = []
        if stream.lost > 0 { parts.append("\(stream.lost) of \(count(stream.entered, "frame")) lost") }
        if stream.damaged > 0 { parts.append("\(count(stream.damaged, "frame")) damaged") }
        if stream.errors > 0 { parts.append("\(count(stream.errors, "decoder error"))") }
        if stream.lostPackets > 0 { parts.append("\(count(stream.lostPackets, "transport packet")) lost") }
        let text = parts.joined(separator: ", ")
        guard let times = stream.times else { return text }
        let (first, last) = (seconds(times.lowerBound), seconds(times.upperBound))
        return text + (first == last ? ", at \(first)" : ", from \(first) to \(last)")
    }

    private func severity(_ total: Int) -> Problem.Severity { limit.map { total > $0 } ?? false ? .error : .warning }

    private var remedy: String {
        limit.map { "; 'max-damage' (segment --allow-damage) tolerates \(Self.count($0, "frame")) per track" } ?? ""
    }

    private static func count(_ number: Int, _ unit: String) -> String { "\(number) \(unit)\(number == 1 ? "" : "s")" }
    private static func seconds(_ time: MediaInstant) -> String { MediaTime(time).decimal(places: 1) + " s" }
}

extension DamageReport {
    /// The name, range and help of the option that limits damage, for stages that read files.
    package static let limitName = "max-damage"
    package static let limitRange = 0...1_000_000_000
    package static let limitHelp =
        "maximum number of lost or damaged frames per track; above it, the run continues to its end and "
        + "counts as failed"
}
