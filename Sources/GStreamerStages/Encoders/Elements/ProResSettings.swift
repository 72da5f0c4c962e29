import Media

extension VideoEncoderElement {
    /// The profile of ProRes video.
    var proResProfile: ProResProfile { options.profile.flatMap { ProResProfile(rawValue: $0.rawValue) } ?? .standard }

    /// The pixel format of the encoder's input; profiles 4444 and 4444xq preserve an alpha channel.
    var proResPixels: String {
        guard proResProfile.hasFullChroma else { return "I422_10LE" }
        return hasAlpha ? "A444_10LE" : "Y444_10LE"
    }

    private var hasAlpha: Bool {
        let format = input.pixelFormat
        return format.hasPrefix("A4") || ["RGBA", "BGRA", "ARGB", "ABGR", "AYUV", "ARGB64", "AYUV64"].contains(format)
    }
}
