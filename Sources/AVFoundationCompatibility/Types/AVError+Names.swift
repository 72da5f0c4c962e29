extension AVError {
    /// An unspecified failure.
    public static var unknown: Code { .unknown }
    /// Memory could not be allocated.
    public static var outOfMemory: Code { .outOfMemory }
    /// The capture session does not run.
    public static var sessionNotRunning: Code { .sessionNotRunning }
    /// Another capture session uses the device.
    public static var deviceAlreadyUsedByAnotherSession: Code { .deviceAlreadyUsedByAnotherSession }
    /// No data was captured.
    public static var noDataCaptured: Code { .noDataCaptured }
    /// The configuration of the session has changed.
    public static var sessionConfigurationChanged: Code { .sessionConfigurationChanged }
    /// The disk is full.
    public static var diskFull: Code { .diskFull }
    /// The device was disconnected.
    public static var deviceWasDisconnected: Code { .deviceWasDisconnected }
    /// The format of the captured media has changed.
    public static var mediaChanged: Code { .mediaChanged }
    /// The maximum duration is reached.
    public static var maximumDurationReached: Code { .maximumDurationReached }
    /// The maximum file size is reached.
    public static var maximumFileSizeReached: Code { .maximumFileSizeReached }
    /// Captured media has a discontinuity.
    public static var mediaDiscontinuity: Code { .mediaDiscontinuity }
    /// The file format does not allow more samples.
    public static var maximumNumberOfSamplesForFileFormatReached: Code { .maximumNumberOfSamplesForFileFormatReached }
    /// The device is not connected.
    public static var deviceNotConnected: Code { .deviceNotConnected }
    /// Another program uses the device.
    public static var deviceInUseByAnotherApplication: Code { .deviceInUseByAnotherApplication }
    /// Another process configures the device.
    public static var deviceLockedForConfigurationByAnotherProcess: Code {
        .deviceLockedForConfigurationByAnotherProcess
    }
    /// The capture session was interrupted.
    public static var sessionWasInterrupted: Code { .sessionWasInterrupted }
    /// The media services were reset.
    public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
    /// An export failed.
    public static var exportFailed: Code { .exportFailed }
    /// The media could not be decoded.
    public static var decodeFailed: Code { .decodeFailed }
    /// The source media is not valid.
    public static var invalidSourceMedia: Code { .invalidSourceMedia }
    /// A file with this name exists.
    public static var fileAlreadyExists: Code { .fileAlreadyExists }
    /// The segments of a composition have gaps.
    public static var compositionTrackSegmentsNotContiguous: Code { .compositionTrackSegmentsNotContiguous }
    /// The duration of a composition's segment is not valid.
    public static var invalidCompositionTrackSegmentDuration: Code { .invalidCompositionTrackSegmentDuration }
    /// The start of a composition's segment is not valid.
    public static var invalidCompositionTrackSegmentSourceStartTime: Code {
        .invalidCompositionTrackSegmentSourceStartTime
    }
    /// The source duration of a composition's segment is not valid.
    public static var invalidCompositionTrackSegmentSourceDuration: Code {
        .invalidCompositionTrackSegmentSourceDuration
    }
    /// The file format is unknown.
    public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
    /// The file is damaged.
    public static var fileFailedToParse: Code { .fileFailedToParse }
    /// Too many still images are requested.
    public static var maximumStillImageCaptureRequestsExceeded: Code { .maximumStillImageCaptureRequestsExceeded }
    /// The content is encrypted.
    public static var contentIsProtected: Code { .contentIsProtected }
    /// There is no image at the time.
    public static var noImageAtTime: Code { .noImageAtTime }
    /// There is no decoder for the media.
    public static var decoderNotFound: Code { .decoderNotFound }
    /// There is no encoder for the settings.
    public static var encoderNotFound: Code { .encoderNotFound }
    /// The content is not authorized.
    public static var contentIsNotAuthorized: Code { .contentIsNotAuthorized }
    /// The program is not authorized.
    public static var applicationIsNotAuthorized: Code { .applicationIsNotAuthorized }
    /// The asset does not support the operation.
    public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
    /// The decoder is in use.
    public static var decoderTemporarilyUnavailable: Code { .decoderTemporarilyUnavailable }
    /// The encoder is in use.
    public static var encoderTemporarilyUnavailable: Code { .encoderTemporarilyUnavailable }
    /// The video composition is not valid.
    public static var invalidVideoComposition: Code { .invalidVideoComposition }
    /// References to other files are forbidden.
    public static var referenceForbiddenByReferencePolicy: Code { .referenceForbiddenByReferencePolicy }
    /// The extension of the output file does not fit its type.
    public static var invalidOutputURLPathExtension: Code { .invalidOutputURLPathExtension }
    /// The screen could not be captured.
    public static var screenCaptureFailed: Code { .screenCaptureFailed }
    /// The display was disabled.
    public static var displayWasDisabled: Code { .displayWasDisabled }
    /// The torch level is not available.
    public static var torchLevelUnavailable: Code { .torchLevelUnavailable }
    /// The operation was interrupted.
    public static var operationInterrupted: Code { .operationInterrupted }
    /// The asset is not compatible.
    public static var incompatibleAsset: Code { .incompatibleAsset }
    /// The media data could not be loaded.
    public static var failedToLoadMediaData: Code { .failedToLoadMediaData }
    /// The server is not configured correctly.
    public static var serverIncorrectlyConfigured: Code { .serverIncorrectlyConfigured }
    /// The program may not use the device.
    public static var applicationIsNotAuthorizedToUseDevice: Code { .applicationIsNotAuthorizedToUseDevice }
    /// The content could not be parsed.
    public static var failedToParse: Code { .failedToParse }
    /// The file type cannot refer to samples in other files.
    public static var fileTypeDoesNotSupportSampleReferences: Code { .fileTypeDoesNotSupportSampleReferences }
    /// The media data cannot be decoded.
    public static var undecodableMediaData: Code { .undecodableMediaData }
    /// AirPlay requires the Internet.
    public static var airPlayControllerRequiresInternet: Code { .airPlayControllerRequiresInternet }
    /// The AirPlay receiver requires the Internet.
    public static var airPlayReceiverRequiresInternet: Code { .airPlayReceiverRequiresInternet }
    /// The video compositor failed.
    public static var videoCompositorFailed: Code { .videoCompositorFailed }
    /// A recording is in progress.
    public static var recordingAlreadyInProgress: Code { .recordingAlreadyInProgress }
    /// The request for a content key could not be created.
    public static var createContentKeyRequestFailed: Code { .createContentKeyRequestFailed }
    /// The output settings are not supported.
    public static var unsupportedOutputSettings: Code { .unsupportedOutputSettings }
    /// The operation is not allowed in this state.
    public static var operationNotAllowed: Code { .operationNotAllowed }
    /// The content is not available.
    public static var contentIsUnavailable: Code { .contentIsUnavailable }
    /// The format is not supported.
    public static var formatUnsupported: Code { .formatUnsupported }
    /// The depth data is damaged.
    public static var malformedDepth: Code { .malformedDepth }
    /// The content was not updated.
    public static var contentNotUpdated: Code { .contentNotUpdated }
    /// The content can no longer be played.
    public static var noLongerPlayable: Code { .noLongerPlayable }
    /// No variant fits the external display.
    public static var noCompatibleAlternatesForExternalDisplay: Code { .noCompatibleAlternatesForExternalDisplay }
    /// The source track does not exist.
    public static var noSourceTrack: Code { .noSourceTrack }
    /// The asset does not support external playback.
    public static var externalPlaybackNotSupportedForAsset: Code { .externalPlaybackNotSupportedForAsset }
    /// The preset does not support the operation.
    public static var operationNotSupportedForPreset: Code { .operationNotSupportedForPreset }
    /// The capture session exceeds the capabilities of the hardware.
    public static var sessionHardwareCostOverage: Code { .sessionHardwareCostOverage }
    /// The device does not support the format.
    public static var unsupportedDeviceActiveFormat: Code { .unsupportedDeviceActiveFormat }
    /// The object is not configured correctly.
    public static var incorrectlyConfigured: Code { .incorrectlyConfigured }
    /// A segment started with a sample that depends on others.
    public static var segmentStartedWithNonSyncSample: Code { .segmentStartedWithNonSyncSample }
    /// Rosetta is not installed.
    public static var rosettaNotInstalled: Code { .rosettaNotInstalled }
    /// The operation was cancelled.
    public static var operationCancelled: Code { .operationCancelled }
    /// The request for a content key was cancelled.
    public static var contentKeyRequestCancelled: Code { .contentKeyRequestCancelled }
    /// The sample cursor is not valid.
    public static var invalidSampleCursor: Code { .invalidSampleCursor }
    /// The samples could not be loaded.
    public static var failedToLoadSampleData: Code { .failedToLoadSampleData }
    /// The AirPlay receiver is not available.
    public static var airPlayReceiverTemporarilyUnavailable: Code { .airPlayReceiverTemporarilyUnavailable }
    /// The media could not be encoded.
    public static var encodeFailed: Code { .encodeFailed }
    /// The sandbox does not allow the access.
    public static var sandboxExtensionDenied: Code { .sandboxExtensionDenied }
}
