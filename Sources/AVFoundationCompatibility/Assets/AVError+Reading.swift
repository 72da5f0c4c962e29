import AssetWriting

extension AVError {
    /// The error of a reader with AVFoundation's code.
    init(_ error: AssetReaderError) {
        let code: Code =
            switch error.code {
            case .unreadableFile: .failedToLoadMediaData
            case .unrecognizedFormat: .fileFormatNotRecognized
            case .damagedFile, .truncatedFile: .fileFailedToParse
            case .unsupportedFormat: .formatUnsupported
            case .encrypted: .contentIsProtected
            case .invalidState: .operationNotAllowed
            case .invalidSettings: .unsupportedOutputSettings
            case .decoding: .decodeFailed
            default: .unknown
            }
        self.init(code, error.message)
    }
}
