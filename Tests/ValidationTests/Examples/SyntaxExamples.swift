extension RuleExamples {
    static let movie = TextPresentation(GoodTexts.movie)

    static let syntax: [RuleExample] = [
        .text("R7", "a segment is half a second too long", movie, .replace("6.000000,", "6.500000,")),
        .reload(
            "R9", "the target duration grows", (0..<3).map(GoodTexts.live),
            .replace("TARGETDURATION:6", "TARGETDURATION:7")),
    ]
}
