// The keys of audio settings that readers, writers and capture outputs have in common.

/// The key of the coding, an ``AudioFormatID``.
public let AVFormatIDKey = "AVFormatIDKey"
/// The key of the sample rate in Hz.
public let AVSampleRateKey = "AVSampleRateKey"
/// The key of the number of channels.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The key of the bits of an uncompressed sample: 16, 24, 32 or 64.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// The key of the byte order of uncompressed samples.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// The key of the kind of uncompressed samples: floating-point numbers or integers.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// The key of the order of uncompressed samples: one buffer for each channel, or all channels in one.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"
