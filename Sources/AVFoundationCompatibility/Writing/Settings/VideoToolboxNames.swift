// VideoToolbox's names of encoder settings, which AVVideoCompressionPropertiesKey also accepts.

/// The average bit rate in bits per second.
public let kVTCompressionPropertyKey_AverageBitRate = AVVideoAverageBitRateKey
/// The profile, such as `kVTProfileLevel_H264_High_AutoLevel`.
public let kVTCompressionPropertyKey_ProfileLevel = AVVideoProfileLevelKey
/// The maximum distance of sync samples in frames.
public let kVTCompressionPropertyKey_MaxKeyFrameInterval = AVVideoMaxKeyFrameIntervalKey
/// The maximum distance of sync samples in seconds.
public let kVTCompressionPropertyKey_MaxKeyFrameIntervalDuration = AVVideoMaxKeyFrameIntervalDurationKey
/// Whether frames may be coded out of presentation order.
public let kVTCompressionPropertyKey_AllowFrameReordering = AVVideoAllowFrameReorderingKey
/// The frame rate of the source in frames per second.
public let kVTCompressionPropertyKey_ExpectedFrameRate = AVVideoExpectedSourceFrameRateKey
/// The entropy coding of H.264.
public let kVTCompressionPropertyKey_H264EntropyMode = AVVideoH264EntropyModeKey

public let kVTProfileLevel_H264_Baseline_AutoLevel = AVVideoProfileLevelH264BaselineAutoLevel
public let kVTProfileLevel_H264_Main_AutoLevel = AVVideoProfileLevelH264MainAutoLevel
public let kVTProfileLevel_H264_High_AutoLevel = AVVideoProfileLevelH264HighAutoLevel
public let kVTProfileLevel_H264_High_4_0 = AVVideoProfileLevelH264High40
public let kVTProfileLevel_H264_High_4_1 = AVVideoProfileLevelH264High41
public let kVTProfileLevel_HEVC_Main_AutoLevel = "HEVC_Main_AutoLevel"
public let kVTProfileLevel_HEVC_Main10_AutoLevel = "HEVC_Main10_AutoLevel"
