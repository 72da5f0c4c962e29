public import Foundation

/// Inputs whose tracks are alternatives, such as languages: players present one of them.
open class AVAssetWriterInputGroup: NSObject, @unchecked Sendable {
    // Safe because the stored properties are constants or have locks.
    public let inputs: [AVAssetWriterInput]
    /// The input that is enabled by default; nil leaves `marksOutputTrackAsEnabled` of all inputs unchanged.
    public let defaultInput: AVAssetWriterInput?

    /// A group of inputs with an optional default input.
    public init(inputs: [AVAssetWriterInput], defaultInput: AVAssetWriterInput?) {
        self.inputs = inputs
        self.defaultInput = defaultInput
    }
}
