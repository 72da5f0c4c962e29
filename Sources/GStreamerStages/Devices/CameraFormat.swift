import Media
import StageKit

/// The format of a camera's output.
package enum CameraFormat: String, OptionValue, CaseIterable {
    /// The first of the formats below that offers the configured size and rate.
    case auto
    /// Uncompressed video in any pixel format.
    case raw
    /// Motion JPEG, which many cameras need for large frame sizes at full rate.
    case mjpeg
    /// H.264.
    case h264

    /// The formats in order of preference.
    static let forms: [CameraFormat] = [.raw, .mjpeg, .h264]

    var mediaType: String {
        switch self {
        case .auto, .raw: "video/x-raw"
        case .mjpeg: "image/jpeg"
        case .h264: "video/x-h264"
        }
    }

    init?(mediaType: String) {
        guard let found = Self.forms.first(where: { $0.mediaType == mediaType }) else { return nil }
        self = found
    }
}
