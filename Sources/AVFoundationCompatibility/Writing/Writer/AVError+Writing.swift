import AssetWriting

extension AVError {
    /// The AVFoundation error of a writer's error. `isStarting` distinguishes encoders that do not exist from encoders
    /// that failed.
    init(_ error: AssetWriterError, isStarting: Bool = false) {
        let code: Code =
            switch error.code {
            case .badTimestamps, .noSyncSample, .sampleTooLarge, .sampleBuffer: .invalidSourceMedia
            case .segmentStartsWithNonSyncSample: .segmentStartedWithNonSyncSample
            case .unsupportedFormat: .formatUnsupported
            case .invalidState, .notReady: .operationNotAllowed
            case .missingFormat, .lateTrack, .negativeDecodeTime, .invalidSettings, .missingSetting, .tooManyInputs,
                .lostReceiver:
                .incorrectlyConfigured
            case .outputSettings: .unsupportedOutputSettings
            case .encoding: isStarting ? .encoderNotFound : .encodeFailed
            case .fileExists: .fileAlreadyExists
            case .diskFull: .diskFull
            case .limitReached: .maximumNumberOfSamplesForFileFormatReached
            default: .unknown
            }
        self.init(code, error.message)
    }
}

extension PackagingError.Code {
    /// An output settings dictionary that cannot be converted.
    static let outputSettings = PackagingError.Code(rawValue: "outputSettings")
}
