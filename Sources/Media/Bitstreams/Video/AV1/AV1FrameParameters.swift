/// The fields of an AV1 sequence header on which the syntax of frame headers depends (AV1 specification 5.5).
package struct AV1FrameParameters: Sendable, Hashable {
    /// An operating point with a decoder model, by operating_point_idc; nil for points without one.
    var modelledPoints: [Int?] = []
    var isReduced = false
    var hasDecoderModel = false
    var hasEqualPictureInterval = false
    /// The bits of buffer_removal_time and of frame_presentation_time.
    var removalTimeBits = 0
    var presentationTimeBits = 0
    var widthBits = 0
    var heightBits = 0
    /// The bits of frame numbers and of their differences; nil without frame numbers.
    var frameNumberBits: (number: Int, difference: Int)? {
        numberBits.map { ($0, differenceBits) }
    }
    var numberBits: Int?
    var differenceBits = 0
    var hasLargeSuperblocks = false
    var allowsWarpedMotion = false
    /// The bits of order hints; 0 without them.
    var orderHintBits = 0
    var allowsReferenceMotion = false
    /// seq_force_screen_content_tools and seq_force_integer_mv: 0, 1, or 2 for a choice per frame.
    var screenContentTools = 2
    var integerMotion = 2
    var allowsSuperResolution = false
    var allowsDirectionalEnhancement = false
    var allowsRestoration = false
    var hasSeparateChromaDeltas = false
    var allowsFilmGrain = false
}
