public import Foundation
import GStreamerStages
import Media

extension AVCaptureDevice {
    /// A format of a device: the size, coding and frame rates of video, or the sample rate and channels of audio.
    public final class Format: NSObject, Sendable {
        let value: CaptureFormat

        init(_ value: CaptureFormat) { self.value = value }

        /// The kind of media.
        public var mediaType: AVMediaType {
            if case .audio = value.content { return .audio }
            return .video
        }

        /// The coding and the size, or the layout of audio.
        public var formatDescription: CMFormatDescription { value.formatDescription }

        /// The ranges of frame rates; empty for audio.
        public var videoSupportedFrameRateRanges: [AVFrameRateRange] {
            guard case .video(_, _, _, let rates) = value.content else { return [] }
            return rates.map(AVFrameRateRange.init)
        }

        public override var description: String {
            switch value.content {
            case .audio(let rate, let channels): "audio, \(rate) Hz, \(channels) channels"
            case .video(let coding, let pixelFormat, let size, let rates):
                "\(pixelFormat ?? coding.rawValue) \(size), \(rates.map(\.text).joined(separator: ", ")) fps"
            }
        }

        public override func isEqual(_ object: Any?) -> Bool { (object as? Format)?.value == value }
        public override var hash: Int { value.hashValue }
    }
}

extension CaptureFormat {
    /// The size in pixels; zero for audio.
    var size: PixelSize {
        if case .video(_, _, let size, _) = content { return size }
        return PixelSize(width: 0, height: 0)
    }

    /// The rate at which the device captures if the program does not select one: the highest one up to 30 frames per
    /// second, or else the lowest; nil for audio and if the device offers no rates.
    var usualRate: Ratio? {
        guard case .video(_, _, _, let rates) = content else { return nil }
        let candidates = rates.map { range -> Ratio in
            if range.highest.value <= Self.usualLimit || range.lowest.value > Self.usualLimit { return range.highest }
            return Ratio(30)
        }
        return candidates.filter { $0.value <= Self.usualLimit }.max { $0.value < $1.value }
            ?? candidates.min { $0.value < $1.value }
    }

    // Drivers round periods to 100 ns, which makes 30 frames per second 30.00003.
    private static let usualLimit = 30.01

    /// Whether the format offers a frame rate.
    func offers(_ rate: Ratio) -> Bool {
        guard case .video(_, _, _, let rates) = content else { return false }
        return rates.contains { $0.closest(to: rate) != nil }
    }
}
