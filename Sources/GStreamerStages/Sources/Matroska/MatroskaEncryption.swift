import SystemFiles
import Media
import StageKit

/// The tracks of a Matroska or WebM file with encrypted content (RFC 9559 5.1.4.1.31, ContentEncodings).
///
/// GStreamer's demuxer outputs such tracks in formats that no element decrypts.
struct MatroskaEncryption {
    /// The numbers of the encrypted tracks.
    private(set) var tracks: [UInt64] = []

    /// Reads the tracks of a file; empty for files of other formats.
    init(path: String) {
        guard let content = try? MappedFile(path: path).content else { return }
        content.withUnsafeBytes { EBMLElements.matroskaTracks(in: $0).forEach { add($0) } }
    }

    /// Throws if a track is encrypted.
    static func validate(_ path: String) throws(StageError) {
        guard let track = MatroskaEncryption(path: path).tracks.first else { return }
        throw StageError(
            .unsupportedMedia,
            "track \(track) of '\(path)' is encrypted (ContentEncryption); decrypt it before packaging")
    }

    private mutating func add(_ track: EBMLElements.Element) {
        var (number, isEncrypted) = (UInt64(0), false)
        for field in EBMLElements(track.content) {
            if field.id == Self.trackNumber { number = field.integer ?? 0 }
            guard field.id == Self.contentEncodings else { continue }
            for encoding in EBMLElements(field.content) where encoding.id == Self.contentEncoding {
                isEncrypted = isEncrypted || EBMLElements(encoding.content).contains(where: Self.describesEncryption)
            }
        }
        if isEncrypted { tracks.append(number) }
    }

    /// Whether a field of a content encoding describes encryption.
    private static func describesEncryption(_ field: EBMLElements.Element) -> Bool {
        field.id == contentEncryption || field.id == contentEncodingType && field.integer == 1
    }

    private static let trackNumber: UInt64 = 0xd7
    private static let contentEncodings: UInt64 = 0x6d80
    private static let contentEncoding: UInt64 = 0x6240
    private static let contentEncodingType: UInt64 = 0x5033
    private static let contentEncryption: UInt64 = 0x5035
}
