extension AVError {
    /// The kind of an error.
    public enum Code: Int, Sendable {
        /// An unspecified failure.
        case unknown = -11800
        /// Memory could not be allocated.
        case outOfMemory = -11801
        /// The capture session does not run.
        case sessionNotRunning = -11803
        /// Another capture session uses the device.
        case deviceAlreadyUsedByAnotherSession = -11804
        /// No data was captured.
        case noDataCaptured = -11805
        /// The configuration of the session has changed.
        case sessionConfigurationChanged = -11806
        /// The disk is full.
        case diskFull = -11807
        /// The device was disconnected.
        case deviceWasDisconnected = -11808
        /// The format of the captured media has changed.
        case mediaChanged = -11809
        /// The maximum duration is reached.
        case maximumDurationReached = -11810
        /// The maximum file size is reached.
        case maximumFileSizeReached = -11811
        /// Captured media has a discontinuity.
        case mediaDiscontinuity = -11812
        /// The file format does not allow more samples.
        case maximumNumberOfSamplesForFileFormatReached = -11813
        /// The device is not connected.
        case deviceNotConnected = -11814
        /// Another program uses the device.
        case deviceInUseByAnotherApplication = -11815
        /// Another process configures the device.
        case deviceLockedForConfigurationByAnotherProcess = -11817
        /// The capture session was interrupted.
        case sessionWasInterrupted = -11818
        /// The media services were reset.
        case mediaServicesWereReset = -11819
        /// An export failed.
        case exportFailed = -11820
        /// The media could not be decoded.
        case decodeFailed = -11821
        /// The source media is not valid.
        case invalidSourceMedia = -11822
        /// A file with this name exists.
        case fileAlreadyExists = -11823
        /// The segments of a composition have gaps.
        case compositionTrackSegmentsNotContiguous = -11824
        /// The duration of a composition's segment is not valid.
        case invalidCompositionTrackSegmentDuration = -11825
        /// The start of a composition's segment is not valid.
        case invalidCompositionTrackSegmentSourceStartTime = -11826
        /// The source duration of a composition's segment is not valid.
        case invalidCompositionTrackSegmentSourceDuration = -11827
        /// The file format is unknown.
        case fileFormatNotRecognized = -11828
        /// The file is damaged.
        case fileFailedToParse = -11829
        /// Too many still images are requested.
        case maximumStillImageCaptureRequestsExceeded = -11830
        /// The content is encrypted.
        case contentIsProtected = -11831
        /// There is no image at the time.
        case noImageAtTime = -11832
        /// There is no decoder for the media.
        case decoderNotFound = -11833
        /// There is no encoder for the settings.
        case encoderNotFound = -11834
        /// The content is not authorized.
        case contentIsNotAuthorized = -11835
        /// The program is not authorized.
        case applicationIsNotAuthorized = -11836
        /// The asset does not support the operation.
        case operationNotSupportedForAsset = -11838
        /// The decoder is in use.
        case decoderTemporarilyUnavailable = -11839
        /// The encoder is in use.
        case encoderTemporarilyUnavailable = -11840
        /// The video composition is not valid.
        case invalidVideoComposition = -11841
        /// References to other files are forbidden.
        case referenceForbiddenByReferencePolicy = -11842
        /// The extension of the output file does not fit its type.
        case invalidOutputURLPathExtension = -11843
        /// The screen could not be captured.
        case screenCaptureFailed = -11844
        /// The display was disabled.
        case displayWasDisabled = -11845
        /// The torch level is not available.
        case torchLevelUnavailable = -11846
        /// The operation was interrupted.
        case operationInterrupted = -11847
        /// The asset is not compatible.
        case incompatibleAsset = -11848
        /// The media data could not be loaded.
        case failedToLoadMediaData = -11849
        /// The server is not configured correctly.
        case serverIncorrectlyConfigured = -11850
        /// The program may not use the device.
        case applicationIsNotAuthorizedToUseDevice = -11852
        /// The content could not be parsed.
        case failedToParse = -11853
        /// The file type cannot refer to samples in other files.
        case fileTypeDoesNotSupportSampleReferences = -11854
        /// The media data cannot be decoded.
        case undecodableMediaData = -11855
        /// AirPlay requires the Internet.
        case airPlayControllerRequiresInternet = -11856
        /// The AirPlay receiver requires the Internet.
        case airPlayReceiverRequiresInternet = -11857
        /// The video compositor failed.
        case videoCompositorFailed = -11858
        /// A recording is in progress.
        case recordingAlreadyInProgress = -11859
        /// The request for a content key could not be created.
        case createContentKeyRequestFailed = -11860
        /// The output settings are not supported.
        case unsupportedOutputSettings = -11861
        /// The operation is not allowed in this state.
        case operationNotAllowed = -11862
        /// The content is not available.
        case contentIsUnavailable = -11863
        /// The format is not supported.
        case formatUnsupported = -11864
        /// The depth data is damaged.
        case malformedDepth = -11865
        /// The content was not updated.
        case contentNotUpdated = -11866
        /// The content can no longer be played.
        case noLongerPlayable = -11867
        /// No variant fits the external display.
        case noCompatibleAlternatesForExternalDisplay = -11868
        /// The source track does not exist.
        case noSourceTrack = -11869
        /// The asset does not support external playback.
        case externalPlaybackNotSupportedForAsset = -11870
        /// The preset does not support the operation.
        case operationNotSupportedForPreset = -11871
        /// The capture session exceeds the capabilities of the hardware.
        case sessionHardwareCostOverage = -11872
        /// The device does not support the format.
        case unsupportedDeviceActiveFormat = -11873
        /// The object is not configured correctly.
        case incorrectlyConfigured = -11875
        /// A segment started with a sample that depends on others.
        case segmentStartedWithNonSyncSample = -11876
        /// Rosetta is not installed.
        case rosettaNotInstalled = -11877
        /// The operation was cancelled.
        case operationCancelled = -11878
        /// The request for a content key was cancelled.
        case contentKeyRequestCancelled = -11879
        /// The sample cursor is not valid.
        case invalidSampleCursor = -11880
        /// The samples could not be loaded.
        case failedToLoadSampleData = -11881
        /// The AirPlay receiver is not available.
        case airPlayReceiverTemporarilyUnavailable = -11882
        /// The media could not be encoded.
        case encodeFailed = -11883
        /// The sandbox does not allow the access.
        case sandboxExtensionDenied = -11884
    }
}

extension AVError.Code {
    /// Whether an error has this code, for `catch AVError.diskFull`.
    public static func ~= (code: AVError.Code, error: any Error) -> Bool { (error as? AVError)?.code == code }
}
