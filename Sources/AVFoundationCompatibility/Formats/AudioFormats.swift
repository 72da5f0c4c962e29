/// The four-character code of an audio coding.
public typealias AudioFormatID = UInt32
/// The flags of an audio coding.
public typealias AudioFormatFlags = UInt32
/// The code of an arrangement of channels.
public typealias AudioChannelLayoutTag = UInt32

/// Uncompressed audio: `lpcm`.
public let kAudioFormatLinearPCM: AudioFormatID = 0x6c70_636d
/// AC-3: `ac-3`.
public let kAudioFormatAC3: AudioFormatID = 0x6163_2d33
/// Enhanced AC-3: `ec-3`.
public let kAudioFormatEnhancedAC3: AudioFormatID = 0x6563_2d33
/// AAC-LC: `aac `.
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320
/// HE-AAC: `aach`.
public let kAudioFormatMPEG4AAC_HE: AudioFormatID = 0x6161_6368
/// HE-AAC version 2: `aacp`.
public let kAudioFormatMPEG4AAC_HE_V2: AudioFormatID = 0x6161_6370
/// AAC-LD: `aacl`.
public let kAudioFormatMPEG4AAC_LD: AudioFormatID = 0x6161_636c
/// AAC-ELD: `aace`.
public let kAudioFormatMPEG4AAC_ELD: AudioFormatID = 0x6161_6365
/// xHE-AAC: `usac`.
public let kAudioFormatMPEGD_USAC: AudioFormatID = 0x7573_6163
/// MPEG layer 3: `.mp3`.
public let kAudioFormatMPEGLayer3: AudioFormatID = 0x2e6d_7033
/// Apple Lossless: `alac`.
public let kAudioFormatAppleLossless: AudioFormatID = 0x616c_6163
/// Opus: `opus`.
public let kAudioFormatOpus: AudioFormatID = 0x6f70_7573
/// FLAC: `flac`.
public let kAudioFormatFLAC: AudioFormatID = 0x666c_6163

/// Samples are floating-point numbers.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1 << 0
/// The most significant byte of a sample is first.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 1 << 1
/// Samples are signed integers.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 1 << 2
/// Samples have no padding bits.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 1 << 3
/// Samples are aligned high in their containers.
public let kAudioFormatFlagIsAlignedHigh: AudioFormatFlags = 1 << 4
/// Channels are in separate buffers.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 1 << 5
/// The byte order of the machine: little-endian.
public let kAudioFormatFlagsNativeEndian: AudioFormatFlags = 0
/// Floating-point numbers of 32 bits in the machine's byte order.
public let kAudioFormatFlagsNativeFloatPacked: AudioFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
/// Samples are floating-point numbers.
public let kLinearPCMFormatFlagIsFloat = kAudioFormatFlagIsFloat
/// The most significant byte of a sample is first.
public let kLinearPCMFormatFlagIsBigEndian = kAudioFormatFlagIsBigEndian
/// Samples are signed integers.
public let kLinearPCMFormatFlagIsSignedInteger = kAudioFormatFlagIsSignedInteger
/// Samples have no padding bits.
public let kLinearPCMFormatFlagIsPacked = kAudioFormatFlagIsPacked
/// Channels are in separate buffers.
public let kLinearPCMFormatFlagIsNonInterleaved = kAudioFormatFlagIsNonInterleaved

/// An unknown arrangement.
public let kAudioChannelLayoutTag_Unknown: AudioChannelLayoutTag = 0xffff_0000
/// Channels in the order of their descriptions.
public let kAudioChannelLayoutTag_UseChannelDescriptions: AudioChannelLayoutTag = 0
/// One channel.
public let kAudioChannelLayoutTag_Mono: AudioChannelLayoutTag = 100 << 16 | 1
/// Left, right.
public let kAudioChannelLayoutTag_Stereo: AudioChannelLayoutTag = 101 << 16 | 2
/// Center, left, right.
public let kAudioChannelLayoutTag_MPEG_3_0_B: AudioChannelLayoutTag = 114 << 16 | 3
/// Center, left, right, center surround.
public let kAudioChannelLayoutTag_MPEG_4_0_B: AudioChannelLayoutTag = 116 << 16 | 4
/// Left, right, center, left surround, right surround.
public let kAudioChannelLayoutTag_MPEG_5_0_A: AudioChannelLayoutTag = 117 << 16 | 5
/// Center, left, right, left surround, right surround.
public let kAudioChannelLayoutTag_MPEG_5_0_D: AudioChannelLayoutTag = 120 << 16 | 5
/// Left, right, center, low frequencies, left surround, right surround.
public let kAudioChannelLayoutTag_MPEG_5_1_A: AudioChannelLayoutTag = 121 << 16 | 6
/// Center, left, right, left surround, right surround, low frequencies.
public let kAudioChannelLayoutTag_MPEG_5_1_D: AudioChannelLayoutTag = 124 << 16 | 6
/// Center, left, right, left surround, right surround, low frequencies: the order of AAC.
public let kAudioChannelLayoutTag_AAC_5_1 = kAudioChannelLayoutTag_MPEG_5_1_D
