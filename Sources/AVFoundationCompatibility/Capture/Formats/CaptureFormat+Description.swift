import GStreamerStages
import Media

extension CaptureFormat {
    /// The format as Core Media describes it: raw video by its pixel format, coded video by its codec.
    var formatDescription: CMFormatDescription {
        switch content {
        case .audio(let rate, let channels):
            return CMFormatDescription(
                .rawAudio(RawAudioFormat(sampleFormat: "F32LE", sampleRate: rate, channelCount: channels)))
        case .video(.raw, let pixelFormat?, let size, _):
            return CMFormatDescription(.rawVideo(RawVideoFormat(pixelFormat: pixelFormat, size: size)))
        case .video(let coding, _, let size, _):
            let codec: CMFormatDescription.MediaSubType =
                switch coding {
                case .mjpeg: .jpeg
                case .h264: .h264
                case .auto, .raw: CMFormatDescription.MediaSubType(rawValue: 0)
                }
            return CMFormatDescription(
                .video, codec, format: nil,
                size: CMVideoDimensions(width: Int32(clamping: size.width), height: Int32(clamping: size.height)),
                extensions: nil)
        }
    }

    /// The GStreamer names of the pixel formats that Core Video has.
    static let pixelFormats = Set(
        (VideoDataSettings.pixelFormatTypes + [
            kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_24RGB,
            kCVPixelFormatType_24BGR, kCVPixelFormatType_32ABGR, kCVPixelFormatType_OneComponent8,
        ]).compactMap(PixelBufferLayout.name))
}
