import GStreamerStages
import HLSValidator
import HLSRules

extension SegmentDecoding {
    /// Decodes with GStreamer. Video frames are counted, because decoders omit frames that they cannot decode
    /// completely.
    static let gstreamer = SegmentDecoding { segment, initialization in
        let results = await SegmentDecoder().decode(segment, after: initialization)
        var outcome = Outcome(sampleCount: 0, frameCount: 0, errors: [])
        for result in results {
            if let failure = result.failure {
                let text = "track \(result.trackID): \(failure)"
                outcome.errors.append(DecodedSegment.DecoderError(isAudio: !result.isVideo, text: text))
            }
            guard result.isVideo else { continue }
            outcome.sampleCount += result.sampleCount
            outcome.frameCount += result.frameCount
        }
        return outcome
    }
}
