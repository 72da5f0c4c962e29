/// A profile of Apple ProRes (SMPTE RDD 36), named as in GStreamer's caps.
package enum ProResProfile: String, Sendable, Hashable, CaseIterable {
    case proxy
    case lt
    case standard
    case hq
    /// 4:4:4 video with an optional alpha channel.
    case full = "4444"
    case fullXQ = "4444xq"

    /// The code of the sample entry.
    package var code: FourCC {
        switch self {
        case .proxy: "apco"
        case .lt: "apcs"
        case .standard: "apcn"
        case .hq: "apch"
        case .full: "ap4h"
        case .fullXQ: "ap4x"
        }
    }

    /// The profile of a sample entry; nil for other codes.
    package init?(code: FourCC) {
        guard let profile = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = profile
    }

    /// Whether the video has the full chroma resolution.
    package var hasFullChroma: Bool { self == .full || self == .fullXQ }
}
