package import Media

/// One task of a job: the stages that it runs, and the portion of the media that it processes.
package struct JobTask: Sendable, Hashable, Codable {
    /// The extent of a task.
    package enum Kind: String, Sendable, Hashable, Codable {
        /// Whole tracks, whose stages depend on all preceding media.
        case whole
        /// A chunk of the tracks whose stages can process portions.
        case chunk
        /// A portion of tracks whose stages depend on preceding media with an effect that fades, such as encoded audio.
        case overlapping
        /// The analysis of a chunk, whose result all chunks require.
        case analysis
    }

    package var index: Int
    package var kind: Kind
    /// The names of the stages, in the order of the pipeline.
    package var stages: [String]
    /// The chunk on the timeline of the source; `end` is indefinite for the last one and for whole tracks.
    package var start: MediaTime
    package var end: MediaTime
    /// The index of the first segment in its rendition.
    package var firstSegment: Int
    /// For overlapping tasks, the times of the first payloads of their tracks, which packets are counted from.
    package var trackStarts: [MediaTime] = []

    package init(
        index: Int, kind: Kind, stages: [String], from start: MediaTime = .zero, to end: MediaTime = .indefinite,
        firstSegment: Int = 0
    ) {
        (self.index, self.kind, self.stages) = (index, kind, stages)
        (self.start, self.end, self.firstSegment) = (start, end, firstSegment)
    }

    /// The name of the task in paths and messages, such as `0007`.
    package var name: String {
        let digits = String(index)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// The task in words, for messages.
    package var text: String {
        switch kind {
        case .whole: "task \(index) (\(stages.joined(separator: ", ")))"
        case .chunk, .overlapping, .analysis:
            "task \(index) (\(kind == .analysis ? "analysis of " : "")\(start.decimal(places: 1)) s to \(end.isIndefinite ? "the end" : end.decimal(places: 1) + " s"))"
        }
    }
}
