import Validation

extension RuleExamples {
    static let multivariant: [RuleExample] = [
        .text(
            "R79", "a variant does not say its average", GoodTexts.presentation,
            .remove(",AVERAGE-BANDWIDTH=2000000")),
        .text(
            "R97", "the sound has another target duration", GoodTexts.presentation, in: "audio.m3u8",
            .replace("TARGETDURATION:6", "TARGETDURATION:7"), scope: .presentation),
    ]
}
