/// Time zero.
public let kCMTimeZero = CMTime.zero
/// The invalid time.
public let kCMTimeInvalid = CMTime.invalid
/// A time that is not known.
public let kCMTimeIndefinite = CMTime.indefinite
/// Later than every numeric time.
public let kCMTimePositiveInfinity = CMTime.positiveInfinity
/// Earlier than every numeric time.
public let kCMTimeNegativeInfinity = CMTime.negativeInfinity
/// The range from zero with no duration.
public let kCMTimeRangeZero = CMTimeRange.zero
/// The invalid range.
public let kCMTimeRangeInvalid = CMTimeRange.invalid
/// The timing of a sample that is not known.
public let kCMTimingInfoInvalid = CMSampleTimingInfo.invalid
