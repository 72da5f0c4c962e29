import Foundation
import Media

extension AVCaptureVideoDataOutput {
    /// Returns the codecs that ``recommendedVideoSettings(forVideoCodecType:assetWriterOutputFileType:)`` accepts for a
    /// file type, the preferred one first; empty for file types without video.
    public func availableVideoCodecTypesForAssetWriter(writingTo outputFileType: AVFileType) -> [AVVideoCodecType] {
        [.mov, .mp4, .m4v].contains(outputFileType) ? [.h264, .hevc] : []
    }

    /// Returns complete output settings of a writer input for the frames that the output delivers; nil if the output has
    /// no connected camera, or for file types without video.
    public func recommendedVideoSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
        recommendedVideoSettings(forVideoCodecType: .h264, assetWriterOutputFileType: outputFileType)
    }

    /// Returns complete output settings of a writer input for the frames that the output delivers, in this codec; nil if
    /// the output has no connected camera, or for codecs that are not available for the file type.
    ///
    /// The average bit rate follows from the size and the frame rate of the camera: 6 Mbit/s for H.264 at 1920x1080 and
    /// 30 frames per second.
    public func recommendedVideoSettings(
        forVideoCodecType videoCodecType: AVVideoCodecType, assetWriterOutputFileType outputFileType: AVFileType
    ) -> [String: Any]? {
        guard availableVideoCodecTypesForAssetWriter(writingTo: outputFileType).contains(videoCodecType),
            let device = connections.lazy.compactMap(\.input?.device).first, let size = deliveredSize(device)
        else { return nil }
        let rate = device.captureRate?.value ?? 30
        let pixels = Double(size.width) * Double(size.height) * rate
        let bits = pixels * (videoCodecType == .hevc ? Self.bitsPerHEVCPixel : Self.bitsPerPixel)
        return [
            AVVideoCodecKey: videoCodecType, AVVideoWidthKey: size.width, AVVideoHeightKey: size.height,
            AVVideoCompressionPropertiesKey: [
                AVVideoAverageBitRateKey: max(Self.lowestBitRate, Int(bits)),
                AVVideoExpectedSourceFrameRateKey: rate,
                AVVideoMaxKeyFrameIntervalDurationKey: 2,
                AVVideoAllowFrameReorderingKey: false,
                AVVideoProfileLevelKey: videoCodecType == .hevc
                    ? kVTProfileLevel_HEVC_Main_AutoLevel : AVVideoProfileLevelH264HighAutoLevel,
            ] as [String: Any],
        ]
    }

    private static let bitsPerPixel = 0.096
    private static let bitsPerHEVCPixel = 0.06
    /// The lowest bit rate for small sizes, in bits per second.
    private static let lowestBitRate = 150_000

    /// The size of the frames; even, because encoders require that.
    private func deliveredSize(_ device: AVCaptureDevice) -> PixelSize? {
        let size = selectedSize ?? device.activeFormat.value.size
        guard size.width > 1, size.height > 1 else { return nil }
        return PixelSize(width: size.width & ~1, height: size.height & ~1)
    }
}
