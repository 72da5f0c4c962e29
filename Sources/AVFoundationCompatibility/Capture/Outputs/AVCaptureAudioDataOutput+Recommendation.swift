import Foundation
import GStreamerStages

extension AVCaptureAudioDataOutput {
    /// Returns complete output settings of a writer input for the audio that the output delivers: AAC with 64 kbit/s for
    /// each channel. Nil if the output has no connected microphone, or for file types without AAC.
    public func recommendedAudioSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
        guard [.mov, .mp4, .m4v, .m4a].contains(outputFileType),
            let device = connections.lazy.compactMap(\.input?.device).first,
            case .audio(let rate, let channels) = device.activeFormat.value.content
        else { return nil }
        let count = min(settings.channels ?? channels, 2)
        // The highest sample rate of AAC-LC that HLS recommends.
        let sampleRate = min(settings.rate ?? rate, 48_000)
        return [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: Double(sampleRate), AVNumberOfChannelsKey: count,
            AVEncoderBitRateKey: 64_000 * count,
        ]
    }
}
