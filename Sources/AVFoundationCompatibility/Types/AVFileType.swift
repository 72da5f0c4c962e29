import AssetWriting

/// A container file format.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// The file type with this uniform type identifier.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The file type with this uniform type identifier.
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }

    /// MPEG-4, `.mp4`.
    public static let mp4 = AVFileType("public.mpeg-4")
    /// QuickTime movies, `.mov`.
    public static let mov = AVFileType("com.apple.quicktime-movie")
    /// MPEG-4 video as named by Apple devices, `.m4v`.
    public static let m4v = AVFileType("com.apple.m4v-video")
    /// MPEG-4 audio, `.m4a`.
    public static let m4a = AVFileType("com.apple.m4a-audio")
    public static let mobile3GPP = AVFileType("public.3gpp")
    public static let mobile3GPP2 = AVFileType("public.3gpp2")
    public static let caf = AVFileType("com.apple.coreaudio-format")
    public static let wav = AVFileType("com.microsoft.waveform-audio")
    public static let aiff = AVFileType("public.aiff-audio")
    public static let aifc = AVFileType("public.aifc-audio")
    public static let mp3 = AVFileType("public.mp3")
    public static let ac3 = AVFileType("public.ac3-audio")
    public static let eac3 = AVFileType("public.enhanced-ac3-audio")
    public static let jpg = AVFileType("public.jpeg")

    /// The equivalent file type of this package.
    var fileType: FileType { FileType(rawValue: rawValue) }
}
