import HLS
import Media
import Validation

extension RuleExamples {
    static let decoding: [RuleExample] = [
        decoded("pictures are lost", frames: 97, errors: []),
        decoded("a decoder fails", frames: 120, errors: ["the decoder says that the stream is damaged"]),
    ]

    private static func decoded(_ name: String, frames: Int, errors: [String]) -> RuleExample {
        let findings: @Sendable (Bool, ValidationProfile) throws -> [Finding] = { isBroken, profile in
            let playlist = CheckedPlaylist(name: "video.m3u8", bytes: Array(GoodTexts.movie.utf8))
            var checker = DecodeChecker(profile)
            for entry in playlist.text.segments {
                let isWrong = isBroken && entry.index == 1
                checker.take(
                    DecodedSegment(
                        playlist: playlist, entry: entry, file: entry.uri, sampleCount: 120,
                        frameCount: isWrong ? frames : 120, errors: isWrong ? errors : []))
            }
            return checker.log.findings
        }
        return RuleExample(rule: "R50", scope: .decode, name: name, findings: findings)
    }
}
