/// The sample depends on others: decoding cannot start at it.
public let kCMSampleAttachmentKey_NotSync: CFString = "NotSync"
/// Decoding can start at the sample, with pictures before it that cannot be decoded.
public let kCMSampleAttachmentKey_PartialSync: CFString = "PartialSync"
/// Whether the sample depends on others.
public let kCMSampleAttachmentKey_DependsOnOthers: CFString = "DependsOnOthers"
/// Whether others depend on the sample.
public let kCMSampleAttachmentKey_IsDependedOnByOthers: CFString = "IsDependedOnByOthers"
/// The sample is decoded but not shown.
public let kCMSampleAttachmentKey_DoNotDisplay: CFString = "DoNotDisplay"
/// Later samples may be shown before this one.
public let kCMSampleAttachmentKey_EarlierDisplayTimesAllowed: CFString = "EarlierDisplayTimesAllowed"
/// The sample is shown at once.
public let kCMSampleAttachmentKey_DisplayImmediately: CFString = "DisplayImmediately"

/// The duration to discard at the start of the buffer: priming.
public let kCMSampleBufferAttachmentKey_TrimDurationAtStart: CFString = "TrimDurationAtStart"
/// The duration to discard at the end of the buffer.
public let kCMSampleBufferAttachmentKey_TrimDurationAtEnd: CFString = "TrimDurationAtEnd"
/// Decoders are reset before the buffer.
public let kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding: CFString = "ResetDecoderBeforeDecoding"
/// Decoders are drained after the buffer.
public let kCMSampleBufferAttachmentKey_DrainAfterDecoding: CFString = "DrainAfterDecoding"
/// The buffer contains no media, only the end of media that it continues.
public let kCMSampleBufferAttachmentKey_EmptyMedia: CFString = "EmptyMedia"
/// The URL of the file that contains the samples' bytes.
public let kCMSampleBufferAttachmentKey_SampleReferenceURL: CFString = "SampleReferenceURL"
/// The offset of the samples' bytes in that file.
public let kCMSampleBufferAttachmentKey_SampleReferenceByteOffset: CFString = "SampleReferenceByteOffset"
/// The reason why a captured frame was dropped.
public let kCMSampleBufferAttachmentKey_DroppedFrameReason: CFString = "DroppedFrameReason"
/// The frame came too late to be processed.
public let kCMSampleBufferDroppedFrameReason_FrameWasLate: CFString = "FrameWasLate"
/// The queue of the output was full.
public let kCMSampleBufferDroppedFrameReason_OutOfBuffers: CFString = "OutOfBuffers"
/// Frames are missing for another reason.
public let kCMSampleBufferDroppedFrameReason_Discontinuity: CFString = "Discontinuity"
