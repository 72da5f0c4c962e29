import HLS
import ISOMedia
import Media

/// R49: sound and pictures of a segment, or of a presentation, last from the same moment to the same moment.
package struct AudioDurationMatchesVideo: SegmentRule, MeasurementRule {
    package static let facts = RuleFacts(
        "R49", "Sound lasts as long as the pictures: in each segment that holds both, and in renditions as a whole",
        .appleMust, clause: "Apple 8.3, 8.22", kinds: [.media],
        consequence: "players stall at the end of the shorter one, or sound is lost where variants change")

    /// What interleaving may move from one segment to its neighbour beside one packet and one picture.
    private static let slack = MediaTime.milliseconds(80)

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        let tracks = segment.tracks
        guard !segment.playlist.text.isIFramesOnly, let video = tracks.first(where: \.isVideo),
            let audio = tracks.first(where: \.isAudio), video.measured.decodeStart != nil,
            audio.measured.decodeStart != nil
        else { return }
        let tolerance = video.sampleDuration + audio.sampleDuration + Self.slack
        let difference = audio.presentedStart - video.presentedStart
        guard difference.magnitude > tolerance else { return }
        findings.add(
            segment.place(), expected: "sound begins with the pictures, within \(tolerance.decimal(places: 3)) s",
            found: "it begins \(difference.magnitude.decimal(places: 3)) s \(difference < .zero ? "before" : "after")")
    }

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        let all = presentation.measured.filter { $0.measured.isComplete && $0.rendition.playlist.text.hasEndList }
        guard let video = all.first(where: { $0.rendition.role == .variant && $0.measured.video != nil }),
            let videoSeconds = video.measured.video?.seconds
        else { return }
        for (rendition, measured) in all where rendition.role == .audio {
            guard let audioSeconds = measured.audio?.seconds, abs(audioSeconds - videoSeconds) > 0.5 else { continue }
            findings.add(
                rendition.playlist.place,
                expected: "\(decimal(videoSeconds)) s, as the pictures of \(video.rendition.uri) last",
                found: "\(decimal(audioSeconds)) s of sound")
        }
    }
}

extension MeasuredSegment.Track {
    /// When its first sample is presented, what the edit list moves included.
    fileprivate var presentedStart: MediaTime { start + time(header.presentationShift) }
}

/// Seconds with three decimals.
func decimal(_ seconds: Double) -> String { MediaTime(seconds: seconds, preferredTimescale: 1000).decimal(places: 3) }
