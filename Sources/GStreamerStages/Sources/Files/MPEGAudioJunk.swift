import MPEGTransport
import Media
import StageKit
import SystemFiles

/// The bytes outside of the frames of an MP3 file, which GStreamer's parser skips without a message.
struct MPEGAudioJunk {
    private static let endings = [".mp3", ".mp2", ".mpga", ".mpa"]
    /// The first bytes of containers that files with these endings may have.
    private static let containers = ["RIFF", "OggS", "FORM", "fLaC", "\u{1a}E"]

    private let scan: MPEGAudioScan

    /// nil for files that are not MPEG audio, and for those without such bytes.
    init?(_ path: String) {
        guard Self.endings.contains(where: path.lowercased().hasSuffix),
            let content = try? MappedFile(path: path).content
        else { return nil }
        let head = content.slice(0..<min(12, content.count)).bytes
        let isContainer =
            Self.containers.contains { head.starts(with: $0.utf8) } || head.dropFirst(4).starts(with: "ftyp".utf8)
        guard !isContainer, let scan = MPEGAudioScan(content), scan.skippedBytes > 0 else { return nil }
        self.scan = scan
    }

    /// The property of `decodebin` that selects the parser, because the bytes before the first frame can look like
    /// another format; empty if there are none.
    var inputFormat: String { scan.leadingBytes > 0 ? " sink-caps=audio/mpeg,mpegversion=1" : "" }

    func report(of subject: String, _ context: StageContext) {
        let places = scan.skipCount == 1 ? "1 place" : "\(scan.skipCount) places"
        context.measure("skipped-bytes", Double(scan.skippedBytes))
        context.reportWarning(
            "bytes-skipped",
            "'\(subject)': \(scan.skippedBytes) bytes of audio outside complete frames were skipped, at \(places)")
    }
}
