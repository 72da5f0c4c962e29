/// A type of data, by its uniform type identifier.
public struct UTType: Hashable, Sendable, CustomStringConvertible {
    public let identifier: String

    /// The type with this identifier; nil for identifiers that the library does not know.
    public init?(_ identifier: String) {
        guard Self.extensions[identifier] != nil else { return nil }
        self.identifier = identifier
    }

    /// The type with this identifier, which need not be known.
    public init(importedAs identifier: String) { self.init(known: identifier) }
    /// The type with this identifier, which need not be known.
    public init(exportedAs identifier: String) { self.init(known: identifier) }

    /// The type of files with this extension; nil for unknown extensions.
    public init?(filenameExtension: String) {
        let name = filenameExtension.lowercased()
        guard let found = Self.extensions.first(where: { $0.value.contains(name) }) else { return nil }
        self.init(known: found.key)
    }

    private init(known identifier: String) { self.identifier = identifier }

    /// The usual extension of files; nil for none.
    public var preferredFilenameExtension: String? { Self.extensions[identifier]?.first }

    /// Whether this is the type, or a kind of it: every movie type conforms to `movie`.
    public func conforms(to type: UTType) -> Bool {
        if self == type || type == .data { return true }
        let (movies, audios) = (Self.movies.contains(identifier), Self.audios.contains(identifier))
        switch type {
        case .audiovisualContent: return movies || audios || self == .movie || self == .audio
        case .movie: return movies
        case .audio: return audios
        default: return false
        }
    }

    public var description: String { identifier }

    /// MPEG-4, the type of segments.
    public static let mpeg4Movie = UTType(known: "public.mpeg-4")
    public static let quickTimeMovie = UTType(known: "com.apple.quicktime-movie")
    public static let appleProtectedMPEG4Video = UTType(known: "com.apple.protected-mpeg-4-video")
    public static let mpeg4Audio = UTType(known: "public.mpeg-4-audio")
    public static let mpeg2TransportStream = UTType(known: "public.mpeg-2-transport-stream")
    public static let mp3 = UTType(known: "public.mp3")
    public static let wav = UTType(known: "com.microsoft.waveform-audio")
    public static let aiff = UTType(known: "public.aiff-audio")
    public static let m3uPlaylist = UTType(known: "public.m3u-playlist")
    public static let jpeg = UTType(known: "public.jpeg")
    public static let png = UTType(known: "public.png")
    public static let movie = UTType(known: "public.movie")
    public static let audio = UTType(known: "public.audio")
    public static let audiovisualContent = UTType(known: "public.audiovisual-content")
    public static let data = UTType(known: "public.data")

    private static let movies: Set<String> = [
        "public.mpeg-4", "com.apple.quicktime-movie", "com.apple.m4v-video", "com.apple.protected-mpeg-4-video",
        "public.mpeg-2-transport-stream", "public.3gpp", "public.3gpp2",
    ]
    private static let audios: Set<String> = [
        "public.mpeg-4-audio", "com.apple.m4a-audio", "public.mp3", "com.microsoft.waveform-audio",
        "public.aiff-audio", "public.aifc-audio", "public.ac3-audio", "public.enhanced-ac3-audio",
        "com.apple.coreaudio-format", "public.aac-audio",
    ]
    /// The file extensions of known types, the usual one first.
    private static let extensions: [String: [String]] = [
        "public.mpeg-4": ["mp4", "mpg4"], "com.apple.quicktime-movie": ["mov", "qt"],
        "com.apple.m4v-video": ["m4v"], "com.apple.protected-mpeg-4-video": [], "public.mpeg-4-audio": ["mp4a"],
        "com.apple.m4a-audio": ["m4a"], "public.mpeg-2-transport-stream": ["ts"], "public.3gpp": ["3gp", "3gpp"],
        "public.3gpp2": ["3g2", "3gp2"], "public.mp3": ["mp3"], "com.microsoft.waveform-audio": ["wav"],
        "public.aiff-audio": ["aiff", "aif"], "public.aifc-audio": ["aifc"], "public.ac3-audio": ["ac3"],
        "public.enhanced-ac3-audio": ["ec3", "eac3"], "com.apple.coreaudio-format": ["caf"],
        "public.aac-audio": ["aac"], "public.m3u-playlist": ["m3u8", "m3u"], "public.jpeg": ["jpg", "jpeg"],
        "public.png": ["png"], "public.movie": [], "public.audio": [], "public.audiovisual-content": [],
        "public.data": [],
    ]
}
