import ISOMedia
import MPEGTransport
import Matroska
import Media
import SystemFiles

/// The chapters of files that GStreamer demultiplexes, which it does not deliver with their media.
enum InputChapters {
    /// Returns the chapters of a file; nil if it has none.
    static func read(_ path: String) -> ChapterList? {
        guard let content = try? MappedFile(path: path).content else { return nil }
        let list =
            if MatroskaFile.recognizes(content) {
                (try? MatroskaFile(reading: content))?.chapters?.list
            } else if content.slice(0..<min(3, content.count)).bytes == Array("ID3".utf8) {
                ID3Chapters(content).list
            } else {
                (try? MovieFile(reading: content))?.chapters
            }
        return list.flatMap { $0.isEmpty ? nil : $0 }
    }
}
