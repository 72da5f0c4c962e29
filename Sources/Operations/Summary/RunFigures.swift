package import PipelineRuntime

/// The figures of a run for its last line and its progress.
package struct RunFigures: Sendable {
    /// The duration of the published media in seconds; of the longest source if nothing is published.
    package var mediaSeconds: Double
    package var wallSeconds: Double
    package var renditions: Int
    /// The number of segments of the longest rendition.
    package var segments: Int
    package var dropped: Int
    package var reloads: Int

    package init(_ status: RunStatus) {
        let published = status.renditions.map(\.seconds).max() ?? 0
        mediaSeconds = published > 0 ? published : status.sources.compactMap(\.position).max() ?? 0
        wallSeconds = status.wallSeconds
        renditions = Set(status.renditions.map(\.name)).count
        segments = status.renditions.map(\.segments).max() ?? 0
        dropped = status.stages.reduce(0) { $0 + $1.dropped }
        reloads = status.reloads
    }

    /// The media duration divided by the wall-clock time; nil during the first millisecond.
    package var speed: Double? { wallSeconds > 0.001 && mediaSeconds > 0 ? mediaSeconds / wallSeconds : nil }

    /// The figures with their units, such as `30.0 s`, `2 renditions`, `5 segments` and `6.4 × real time`.
    package var texts: [String] {
        var texts = [FigureText.seconds(mediaSeconds)]
        if renditions > 0 {
            texts += [FigureText.count(renditions, "rendition"), FigureText.count(segments, "segment")]
        }
        if dropped > 0 { texts.append("\(FigureText.count(dropped, "frame")) dropped") }
        if let speed { texts.append(FigureText.speed(speed)) }
        if reloads > 0 { texts.append(FigureText.count(reloads, "reload")) }
        return texts
    }

    /// The figures as fields of a log event.
    package var fields: [LogField] {
        var fields = [
            LogField(.durationSeconds, mediaSeconds), LogField(.wallSeconds, wallSeconds),
            LogField(.segments, segments), LogField(.renditions, renditions), LogField(.dropped, dropped),
        ]
        if let speed { fields.append(LogField(.speedRatio, speed)) }
        return fields
    }
}
