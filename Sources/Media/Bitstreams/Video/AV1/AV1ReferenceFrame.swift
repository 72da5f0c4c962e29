/// The state that an AV1 frame leaves for frames that refer to it, as far as headers depend on it (AV1 specification
/// 7.20).
struct AV1ReferenceFrame: Sendable, Hashable {
    var isKeyFrame = false
    var orderHint = 0
    var upscaledWidth = 0
    var width = 0
    var height = 0
    /// gm_params of the seven references, six numbers each.
    var motion = AV1ReferenceFrame.noMotion
    /// The quantizer index of each segment, relative to the frame; nil if the feature is not enabled.
    var segmentQuantizers = [Int?](repeating: nil, count: 8)

    static let noMotion = [[Int]](repeating: [0, 0, 1 << 16, 0, 0, 1 << 16], count: 7)
}
