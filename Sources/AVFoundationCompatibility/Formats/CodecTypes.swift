/// The four-character code of a video codec.
public typealias CMVideoCodecType = FourCharCode

/// H.264: `avc1`.
public let kCMVideoCodecType_H264: CMVideoCodecType = 0x6176_6331
/// HEVC: `hvc1`.
public let kCMVideoCodecType_HEVC: CMVideoCodecType = 0x6876_6331
/// HEVC with an alpha channel: `muxa`.
public let kCMVideoCodecType_HEVCWithAlpha: CMVideoCodecType = 0x6d75_7861
/// Dolby Vision on HEVC: `dvh1`.
public let kCMVideoCodecType_DolbyVisionHEVC: CMVideoCodecType = 0x6476_6831
/// JPEG: `jpeg`.
public let kCMVideoCodecType_JPEG: CMVideoCodecType = 0x6a70_6567
/// MPEG-4 Visual: `mp4v`.
public let kCMVideoCodecType_MPEG4Video: CMVideoCodecType = 0x6d70_3476
/// AV1: `av01`.
public let kCMVideoCodecType_AV1: CMVideoCodecType = 0x6176_3031
/// VP9: `vp09`.
public let kCMVideoCodecType_VP9: CMVideoCodecType = 0x7670_3039
/// ProRes 4444 XQ: `ap4x`.
public let kCMVideoCodecType_AppleProRes4444XQ: CMVideoCodecType = 0x6170_3478
/// ProRes 4444: `ap4h`.
public let kCMVideoCodecType_AppleProRes4444: CMVideoCodecType = 0x6170_3468
/// ProRes 422 HQ: `apch`.
public let kCMVideoCodecType_AppleProRes422HQ: CMVideoCodecType = 0x6170_6368
/// ProRes 422: `apcn`.
public let kCMVideoCodecType_AppleProRes422: CMVideoCodecType = 0x6170_636e
/// ProRes 422 LT: `apcs`.
public let kCMVideoCodecType_AppleProRes422LT: CMVideoCodecType = 0x6170_6373
/// ProRes 422 Proxy: `apco`.
public let kCMVideoCodecType_AppleProRes422Proxy: CMVideoCodecType = 0x6170_636f
