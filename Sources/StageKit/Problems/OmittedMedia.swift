/// A track, or some samples of a track, that a source omits from its output.
package struct OmittedMedia: Sendable, Hashable {
    /// The track with the container's number, such as `track 3`, `PID 257` or `stream 2`.
    package var track: String
    /// The common name of the coding, such as `AC-4 audio`; nil if irrelevant.
    package var format: String?
    /// The reason as the end of a sentence, such as `which HLS does not carry`.
    package var reason: String
    /// The number of omitted samples (packets); nil if the container was not read that far.
    package var sampleCount: Int?
    /// Whether the other samples of the track are delivered.
    package var isPartial: Bool
    /// Whether the track could be delivered, but shows another picture than the first video.
    package var isOtherPicture = false

    /// Creates the report of a complete track, or of some of its samples if `isPartial` is true.
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
    /// Reports omitted media: a warning, and a metric of the stage with the number of samples.
    ///
    /// Call once for each track and reason, when the number is known.
    package func report(_ leftOut: OmittedMedia, of subject: String) {
        report(leftOut.problem(of: subject))
        guard let count = leftOut.sampleCount else { return }
        let name = leftOut.track.lowercased().map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
        measure("\(name)-left-out-samples", Double(count))
    }
}

extension OmittedMedia {
    /// The code of the warning about a whole track.
    package static let trackCode = "track-left-out"

    /// The code of the warning about video that shows another picture.
    package static let pictureCode = "picture-left-out"

    /// Returns the warning: `track-left-out`, `picture-left-out`, or `samples-left-out` if other samples of the track are
    /// delivered.
    package func problem(of subject: String) -> Problem {
        let name = [format, "\(track) of '\(subject)'"].compactMap(\.self).joined(separator: ", ")
        let samples = sampleCount.map { "\($0) sample\($0 == 1 ? "" : "s")" }
        guard isPartial else {
            let count = samples.map { " (\($0))" } ?? ""
            let code = isOtherPicture ? Self.pictureCode : Self.trackCode
            return Problem(.warning, code: code, message: "left out: \(name)\(count), \(reason)")
        }
        return Problem(
            .warning, code: "samples-left-out", message: "left out: \(samples ?? "samples") of \(name), \(reason)")
    }
}
