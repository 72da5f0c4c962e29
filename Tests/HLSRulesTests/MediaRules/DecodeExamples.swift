import HLS
import Media
import HLSRules

extension RuleExamples {
    static let decoding: [RuleExample] = [
        decoded("frames are lost", frames: 97, errors: []),
        decoded("a frame is damaged", frames: 120, errors: [damage(isAudio: false)]),
        decoded(
            "a frame is damaged without declared independence", of: withoutIndependentSegments, .rfc, beginsAnew: true,
            frames: 120,
            errors: [damage(isAudio: false)]),
        decoded(
            "audio is damaged without declared independence", of: withoutIndependentSegments, .rfc, frames: 120,
            errors: [damage(isAudio: true)]),
    ]

    private static let withoutIndependentSegments = ValidTexts.movie.replacing(
        "#EXT-X-INDEPENDENT-SEGMENTS\n", with: "")

    private static func damage(isAudio: Bool) -> DecodedSegment.DecoderError {
        DecodedSegment.DecoderError(isAudio: isAudio, text: "the decoder reports a damaged stream")
    }

    private static func decoded(
        _ name: String, of text: String = ValidTexts.movie, _ profile: ValidationProfile = .apple,
        beginsAnew: Bool = false, frames: Int, errors: [DecodedSegment.DecoderError]
    ) -> RuleExample {
        let findings: @Sendable (Bool, ValidationProfile) throws -> [Finding] = { isBroken, profile in
            let playlist = CheckedPlaylist(name: "video.m3u8", bytes: Array(text.utf8))
            var checker = DecodeChecker(profile)
            for entry in playlist.text.segments {
                let isWrong = isBroken && entry.index == 1
                checker.process(
                    DecodedSegment(
                        playlist: playlist, entry: entry, file: entry.uri, isIndependent: beginsAnew, sampleCount: 120,
                        frameCount: isWrong ? frames : 120, errors: isWrong ? errors : []))
            }
            return checker.log.findings
        }
        return RuleExample(rule: "R50", scope: .decode, name: name, findings: findings, profile: profile)
    }
}
