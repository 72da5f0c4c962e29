package import Media
package import StageKit

/// A device, with the format that a program captures from it.
///
/// Unlike the sources of pipelines, it is not supervised: a loss of the device is an error.
package enum DeviceCapture: Sendable, Hashable {
    /// A camera by its path, the format to request from it, and the GStreamer names of the pixel formats to deliver, in
    /// order of preference.
    case camera(String, CaptureFormat, rate: Ratio?, delivering: [String])
    /// A microphone by its ALSA name, with the sample rate in Hz and the number of channels to deliver.
    case microphone(String, rate: Int, channels: Int)
    /// Generated video in real time.
    case testVideo(PixelSize, rate: Ratio)
    /// A generated tone in real time, with the sample rate in Hz and the number of channels.
    case testAudio(rate: Int, channels: Int)

    /// Delivers frames from opening the device until the stop signal of `context` is raised. Throws if the device cannot
    /// be opened or is lost: `device-busy` if another program uses it, `limit-reached` if it delivers no data.
    ///
    /// Media times are relative to the zero of the context's clock.
    package func run(to output: any Outlet<Frame>, context: StageContext) async throws {
        let tracks = CaptureTracks(context)
        switch self {
        case .camera(let path, let format, let rate, let formats):
            var camera = Camera(device: path, rate: rate)
            if case .video(let coding, let pixelFormat, let size, _) = format.content, coding != .auto {
                (camera.format, camera.size) = (coding, size)
                if let pixelFormat { camera.pixelFormats = [pixelFormat] }
            }
            try await DecodedCamera(camera: camera, outputFormats: formats)
                .deliver(to: output, tracks: tracks, context: context)
        case .microphone(let device, let rate, let channels):
            try await Microphone(device: device, rate: rate, channels: channels)
                .deliver(to: output, tracks: tracks, context: context)
        case .testVideo(let size, let rate):
            var options = TestVideo.Options()
            (options.size, options.rate, options.isLive) = (size, rate, true)
            try await TestVideoInput(options: options).deliver(to: output, tracks: tracks, context: context)
        case .testAudio(let rate, let channels):
            var options = TestAudio.Options()
            (options.rate, options.channels, options.isLive) = (rate, channels, true)
            try await TestAudioInput(options: options).deliver(to: output, tracks: tracks, context: context)
        }
    }
}
