// Keys and values of audio settings of inputs, with AVFoundation's names and raw values.

/// The bytes of an `AudioChannelLayout`; required with more than two channels.
public let AVChannelLayoutKey = "AVChannelLayoutKey"

/// The bit rate of all channels in bits per second.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// The bit rate of one channel in bits per second.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// The distribution of bits over time; only `AVAudioBitRateStrategy_LongTermAverage` is supported.
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"
/// The bit rate varies around the average; the default here.
public let AVAudioBitRateStrategy_LongTermAverage = "AVAudioBitRateStrategy_LongTermAverage"
/// The bit rate is constant; not supported.
public let AVAudioBitRateStrategy_Constant = "AVAudioBitRateStrategy_Constant"
/// The bit rate varies within limits; not supported.
public let AVAudioBitRateStrategy_VariableConstrained = "AVAudioBitRateStrategy_VariableConstrained"
/// The bit rate varies; not supported.
public let AVAudioBitRateStrategy_Variable = "AVAudioBitRateStrategy_Variable"
/// The number of bits of a sample, for lossless codecs; required for Apple Lossless.
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"
/// The quality of the encoder; not supported by writer inputs.
public let AVEncoderAudioQualityKey = "AVEncoderQualityKey"
/// The quality of sample rate conversion; not supported by writer inputs.
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterQualityKey"

/// ``AVLinearPCMIsNonInterleaved`` under a name with the suffix of the other keys.
public let AVLinearPCMIsNonInterleavedKey = AVLinearPCMIsNonInterleaved
