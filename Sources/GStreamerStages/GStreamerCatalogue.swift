package import StageKit

/// Registers the stages that are based on GStreamer.
package func registerGStreamerStages(_ catalogue: inout StageCatalogue) {
    catalogue.register(TestVideo.self)
    catalogue.register(TestAudio.self)
    catalogue.register(CaptureVideo.self)
    catalogue.register(CaptureCodedVideo.self)
    catalogue.register(CaptureAudio.self)
    catalogue.register(CaptureLaunch.self)
    catalogue.register(CaptureCodedLaunch.self)
    catalogue.register(VideoDecode.self)
    catalogue.register(AudioDecode.self)
    catalogue.register(VideoEncode.self)
    catalogue.register(AudioEncode.self)
    catalogue.register(MakeThumbnails.self)
    catalogue.register(FrameConvert.self)
}
