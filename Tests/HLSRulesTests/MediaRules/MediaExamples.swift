extension RuleExamples {
    /// The rules that look at media.
    static let media: [RuleExample] =
        timing + changes + containers + encryptedSegments + transportTiming + decoding + entryPoints + partExamples
        + encryption + codecs
        + declarations + ladder
        + iFrameMedia
        + initializationBoxes + fragmentBoxes + segmentBoxes
}
