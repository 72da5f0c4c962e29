extension RuleExamples {
    /// The examples of the media rules.
    static let media: [RuleExample] =
        timing + changes + containers + encryptedSegments + transportTiming + decoding + entryPoints + partExamples
        + encryption + encryptedSamples + codecs
        + declarations + ladder
        + iFrameMedia
        + initializationBoxes + fragmentBoxes + segmentBoxes
}
