import HLS
import Media
import HLSRules

extension RuleExamples {
    static let decoding: [RuleExample] = [
        decoded("frames are lost", frames: 97, errors: []),
        decoded("a frame is damaged", frames: 120, errors: [damage(isSound: false)]),
        decoded(
            "a frame is damaged without declared independence", of: unpromised, .rfc, beginsAnew: true, frames: 120,
            errors: [damage(isSound: false)]),
        decoded(
            "audio is damaged without declared independence", of: unpromised, .rfc, frames: 120,
            errors: [damage(isSound: true)]),
    ]

    private static let unpromised = GoodTexts.movie.replacing("#EXT-X-INDEPENDENT-SEGMENTS\n", with: "")

    private static func damage(isSound: Bool) -> DecodedSegment.Complaint {
        DecodedSegment.Complaint(isSound: isSound, text: "the decoder reports a damaged stream")
    }

    private static func decoded(
        _ name: String, of text: String = GoodTexts.movie, _ profile: ValidationProfile = .apple,
        beginsAnew: Bool = false, frames: Int, errors: [DecodedSegment.Complaint]
    ) -> RuleExample {
        let findings: @Sendable (Bool, ValidationProfile) throws -> [Finding] = { isBroken, profile in
            let playlist = CheckedPlaylist(name: "video.m3u8", bytes: Array(text.utf8))
            var checker = DecodeChecker(profile)
            for entry in playlist.text.segments {
                let isWrong = isBroken && entry.index == 1
                checker.take(
                    DecodedSegment(
                        playlist: playlist, entry: entry, file: entry.uri, beginsAnew: beginsAnew, sampleCount: 120,
                        frameCount: isWrong ? frames : 120, errors: isWrong ? errors : []))
            }
            return checker.log.findings
        }
        return RuleExample(rule: "R50", scope: .decode, name: name, findings: findings, profile: profile)
    }
}
