import HLS
import ISOMedia
import Media

/// R49: audio and video of a segment and of a presentation have the same extent.
package struct AudioDurationMatchesVideo: SegmentRule, MeasurementRule {
    package static let facts = RuleFacts(
        "R49", "Audio and video cover the same time range: in each muxed segment and across entire renditions",
        .appleMust, clause: "Apple 8.3, 8.22", kinds: [.media],
        consequence: "players stall at the end of the shorter one or lose audio at variant switches")

    /// The tolerance for interleaving across segments, in addition to one audio frame and one video frame.
    private static let slack = MediaTime.milliseconds(80)

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        let tracks = segment.tracks
        guard !segment.playlist.text.isIFramesOnly, let video = tracks.first(where: \.isVideo),
            let audio = tracks.first(where: \.isAudio), video.measured.decodeStart != nil,
            audio.measured.decodeStart != nil
        else { return }
        let frames = video.sampleDuration + audio.sampleDuration
        // Nothing precedes the first segment that could belong to it.
        let isFirst = segment.entry.sequence == 0 && segment.entry.index == 0 && segment.playlist.text.hasEndList
        let tolerance = frames + (isFirst ? .milliseconds(10) : Self.slack)
        let difference = audio.presentedStart - video.presentedStart
        guard difference.magnitude > tolerance else {
            return validateEnds(segment, video, audio, frames + Self.slack, &findings)
        }
        findings.add(
            segment.place(), expected: "audio that starts within \(tolerance.decimal(places: 3)) s of the video",
            found:
                "a start \(difference.magnitude.decimal(places: 3)) s \(difference < .zero ? "before" : "after") it"
        )
    }

    /// The last segment may end with either, and transport streams interleave audio across segments.
    private func validateEnds(
        _ segment: MeasuredSegment, _ video: MeasuredSegment.Track, _ audio: MeasuredSegment.Track,
        _ tolerance: MediaTime, _ findings: inout RuleFindings
    ) {
        guard segment.facts.media != nil, segment.entry.index + 1 < segment.playlist.text.segments.count else { return }
        let shifts = (video.time(video.header.presentationShift), audio.time(audio.header.presentationShift))
        let difference = (audio.end + shifts.1) - (video.end + shifts.0)
        guard difference.magnitude > tolerance else { return }
        findings.add(
            segment.place(), expected: "audio that ends within \(tolerance.decimal(places: 3)) s of the video",
            found: "an end \(difference.magnitude.decimal(places: 3)) s \(difference < .zero ? "before" : "after") it")
    }

    private func compareMuxedAudio(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        for (main, place, difference) in presentation.misplacedMuxedAudio {
            findings.add(
                place, expected: "the same time from video to audio as in \(main)",
                found:
                    "audio \(difference.magnitude.decimal(places: 3)) s \(difference < .zero ? "earlier" : "later")")
        }
    }

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        compareMuxedAudio(presentation, &findings)
        let all = presentation.measured.filter { $0.measured.isComplete && $0.rendition.playlist.text.hasEndList }
        guard let video = all.first(where: { $0.rendition.role == .variant && $0.measured.video != nil }),
            let videoSeconds = video.measured.video?.seconds
        else { return }
        for (rendition, measured) in all where rendition.role == .audio {
            guard let audioSeconds = measured.audio?.seconds, abs(audioSeconds - videoSeconds) > 0.5 else { continue }
            findings.add(
                rendition.playlist.place,
                expected: "\(decimal(videoSeconds)) s, as the video of \(video.rendition.uri)",
                found: "\(decimal(audioSeconds)) s of audio")
        }
    }
}

extension MeasuredSegment.Track {
    /// The presentation time of the first sample, with edits applied.
    fileprivate var presentedStart: MediaTime { start + time(header.presentationShift) }
}

/// Returns seconds with three decimal places.
func decimal(_ seconds: Double) -> String { MediaTime(seconds: seconds, preferredTimescale: 1000).decimal(places: 3) }
