// Keys and values of video output settings, with AVFoundation's names and raw values.

/// The codec, an `AVVideoCodecType` or its raw value; required.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// The width in pixels, an even number; required unless a source format hint supplies it.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// The height in pixels, an even number; required unless a source format hint supplies it.
public let AVVideoHeightKey = "AVVideoHeightKey"
/// A dictionary with the settings of the encoder.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// The adaptation of frames to the width and height; only `AVVideoScalingModeResizeAspect` is supported.
public let AVVideoScalingModeKey = "AVVideoScalingModeKey"
/// Frames are scaled without cropping, with borders where their aspect ratio differs; the default here.
public let AVVideoScalingModeResizeAspect = "AVVideoScalingModeResizeAspect"
/// Frames are scaled and cropped; not supported.
public let AVVideoScalingModeResizeAspectFill = "AVVideoScalingModeResizeAspectFill"
/// Frames are stretched; not supported.
public let AVVideoScalingModeResize = "AVVideoScalingModeResize"
/// Frames are cropped to the size; not supported.
public let AVVideoScalingModeFit = "AVVideoScalingModeFit"

/// The average bit rate in bits per second; without it the encoder aims at constant quality.
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// The quality from 0 to 1; not supported, the bit rate is.
public let AVVideoQualityKey = "Quality"
/// The maximum distance of sync samples in frames.
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
/// The maximum distance of sync samples in seconds.
public let AVVideoMaxKeyFrameIntervalDurationKey = "MaxKeyFrameIntervalDuration"
/// Whether frames may be coded out of presentation order.
public let AVVideoAllowFrameReorderingKey = "AllowFrameReordering"
/// The frame rate of the source in frames per second.
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
/// The profile, such as ``AVVideoProfileLevelH264HighAutoLevel``; the encoder chooses the level.
public let AVVideoProfileLevelKey = "ProfileLevel"
/// The entropy coding of H.264, which must be the one of the profile.
public let AVVideoH264EntropyModeKey = "H264EntropyMode"
/// Context-adaptive variable-length coding: Baseline profile.
public let AVVideoH264EntropyModeCAVLC = "CAVLC"
/// Context-adaptive binary arithmetic coding: Main and High profiles.
public let AVVideoH264EntropyModeCABAC = "CABAC"

public let AVVideoProfileLevelH264Baseline30 = "H264_Baseline_3_0"
public let AVVideoProfileLevelH264Baseline31 = "H264_Baseline_3_1"
public let AVVideoProfileLevelH264Baseline41 = "H264_Baseline_4_1"
public let AVVideoProfileLevelH264BaselineAutoLevel = "H264_Baseline_AutoLevel"
public let AVVideoProfileLevelH264Main30 = "H264_Main_3_0"
public let AVVideoProfileLevelH264Main31 = "H264_Main_3_1"
public let AVVideoProfileLevelH264Main32 = "H264_Main_3_2"
public let AVVideoProfileLevelH264Main41 = "H264_Main_4_1"
public let AVVideoProfileLevelH264MainAutoLevel = "H264_Main_AutoLevel"
public let AVVideoProfileLevelH264High40 = "H264_High_4_0"
public let AVVideoProfileLevelH264High41 = "H264_High_4_1"
public let AVVideoProfileLevelH264HighAutoLevel = "H264_High_AutoLevel"
