import HLS
import Media

/// Compares the timeline of a rendition with that of the first variant.
struct TimelineComparison {
    /// A segment whose position differs.
    struct Difference {
        var segment: MeasuredPosition
        var expected: MediaTime
    }

    let main: [MeasuredPosition]
    let other: [MeasuredPosition]
    /// The maximum difference: one frame of each, and rounding.
    let tolerance: MediaTime

    /// Returns nil if the timelines cannot be compared.
    init?(_ main: [MeasuredPosition], _ other: [MeasuredPosition]) {
        guard let first = main.first, let second = other.first, first.isTransport == second.isTransport else {
            return nil
        }
        (self.main, self.other) = (main, other)
        let frames = [main, other].map { $0.map(\.frame).max() ?? .zero }
        tolerance = frames[0] + frames[1] + .milliseconds(5)
    }

    /// The segments whose presentation times differ from those that the playlists place at the same position.
    var misplacedSegments: [Difference] {
        var index = 0
        let lead = lead
        return other.compactMap { segment in
            guard let begin = segment.begin.map({ $0 + lead }) else { return nil }
            // Segments of audio start up to a frame earlier than those of video.
            while index + 1 < main.count, let next = main[index + 1].begin, next - tolerance <= begin { index += 1 }
            guard let reference = main[index].begin, reference - tolerance <= begin,
                main[index].discontinuitySequence == segment.discontinuitySequence
            else { return nil }
            let expected = main[index].start + (begin - reference)
            guard segment.distance(segment.start - expected).magnitude > tolerance else { return nil }
            return Difference(segment: segment, expected: expected)
        }
    }

    /// The delay of the other rendition's first sample.
    ///
    /// Playlists place the first segments of all renditions at the same position, also if the microphone starts before the
    /// camera. Such first segments end together.
    private var lead: MediaTime {
        guard let one = main.first, let two = other.first, let begin = one.begin, begin == two.begin,
            two.distance(two.end - one.end).magnitude <= tolerance
        else { return .zero }
        let lead = two.distance(two.start - one.start)
        return lead.magnitude > tolerance ? lead : .zero
    }

    /// The segments whose dates refer to other presentation times, with the difference of the dates.
    var misdatedSegments: [(segment: MeasuredPosition, expected: DateTime)] {
        let dated = Dictionary(grouping: main.filter { $0.date != nil }, by: \.discontinuitySequence)
        return other.compactMap { segment in
            guard let date = segment.date, let candidates = dated[segment.discontinuitySequence],
                let reference = Self.nearest(segment, candidates), let base = reference.date
            else { return nil }
            let expected = base + segment.distance(segment.start - reference.start)
            let error = MediaTime.milliseconds(
                date.milliseconds.subtractingReportingOverflow(expected.milliseconds).partialValue)
            return error.magnitude > tolerance ? (segment, expected) : nil
        }
    }

    /// Returns the segment with the nearest start; `candidates` are in order.
    private static func nearest(_ segment: MeasuredPosition, _ candidates: [MeasuredPosition]) -> MeasuredPosition? {
        var (low, high) = (0, candidates.count)
        while low < high {
            let middle = (low + high) / 2
            if segment.distance(candidates[middle].start - segment.start) < .zero {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return candidates[max(low - 1, 0)..<min(low + 1, candidates.count)].min {
            segment.distance($0.start - segment.start).magnitude < segment.distance($1.start - segment.start).magnitude
        }
    }
}

extension MeasuredPresentation {
    /// The comparable timelines of all variants and renditions with that of the first variant.
    var timelines: [(main: CheckedRendition, other: CheckedRendition, comparison: TimelineComparison)] {
        let all = measured.filter { $0.rendition.role != .iFrames && !$0.measured.timeline.isEmpty }
        guard let main = all.first(where: { $0.rendition.role == .variant }) ?? all.first else { return [] }
        return all.compactMap { entry in
            guard entry.rendition.uri != main.rendition.uri,
                let comparison = TimelineComparison(main.measured.timeline, entry.measured.timeline)
            else { return nil }
            return (main.rendition, entry.rendition, comparison)
        }
    }
}
