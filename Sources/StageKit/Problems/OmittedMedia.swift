/// A track, or a number of its samples, that a source leaves out of its output.
package struct OmittedMedia: Sendable, Hashable {
    /// The track by the container's own number, such as `track 3`, `PID 257` or `stream 2`.
    package var track: String
    /// The field's name for the coding, such as `AC-4 audio`; nil where it does not matter.
    package var format: String?
    /// Why, as the end of a sentence, such as `which HLS does not carry`.
    package var reason: String
    /// The number of samples (packets) left out; nil where the container was not read that far.
    package var sampleCount: Int?
    /// Whether other samples of the track are delivered.
    package var isPartial: Bool

    /// A whole track, unless `isPartial`.
    package init(
        _ track: String, format: String? = nil, reason: String, sampleCount: Int? = nil, isPartial: Bool = false
    ) {
        self.track = track
        self.format = format
        self.reason = reason
        self.sampleCount = sampleCount
        self.isPartial = isPartial
    }
}

extension StageContext {
    /// Reports what a source leaves out: a warning, and a figure of the stage with the number of samples.
    ///
    /// Call it once for each track and reason, when the number is known.
    package func report(_ leftOut: OmittedMedia, of subject: String) {
        report(leftOut.problem(of: subject))
        guard let count = leftOut.sampleCount else { return }
        let name = leftOut.track.lowercased().map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
        measure("\(name)-left-out-samples", Double(count))
    }
}

extension OmittedMedia {
    /// The warning: `track-left-out`, or `samples-left-out` where others of the track are delivered.
    package func problem(of subject: String) -> Problem {
        let name = [format, "\(track) of '\(subject)'"].compactMap(\.self).joined(separator: ", ")
        let samples = sampleCount.map { "\($0) sample\($0 == 1 ? "" : "s")" }
        guard isPartial else {
            let count = samples.map { " (\($0))" } ?? ""
            return Problem(.warning, code: "track-left-out", message: "left out: \(name)\(count), \(reason)")
        }
        return Problem(
            .warning, code: "samples-left-out", message: "left out: \(samples ?? "samples") of \(name), \(reason)")
    }
}
