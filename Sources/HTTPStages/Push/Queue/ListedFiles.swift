import HLS
import Media

/// The files that a playlist lists, extracted without a full parse.
struct ListedFiles {
    /// Paths within the presentation.
    private(set) var paths: Set<String> = []
    /// The target duration, in seconds.
    private(set) var targetDuration: Int?
    private(set) var offersBlockingReload = false

    init(_ text: ByteSlice, at path: String) {
        for line in text.bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
            guard line.first == UInt8(ascii: "#") else {
                add(String(decoding: line, as: UTF8.self), path)
                continue
            }
            guard line.starts(with: "#EXT-X-".utf8) else { continue }
            let tag = String(decoding: line, as: UTF8.self)
            // Preload hints and rendition reports may refer to files that do not exist yet.
            if tag.hasPrefix("#EXT-X-PRELOAD-HINT") || tag.hasPrefix("#EXT-X-RENDITION-REPORT") { continue }
            if let seconds = tag.firstMatch(of: /^#EXT-X-TARGETDURATION:(\d+)/)?.1 { targetDuration = Int(seconds) }
            if tag.hasPrefix("#EXT-X-SERVER-CONTROL"), tag.contains("CAN-BLOCK-RELOAD=YES") {
                offersBlockingReload = true
            }
            if tag.contains("URI=\""), let uri = tag.firstMatch(of: /[:,]URI="([^"]*)"/)?.1 { add(String(uri), path) }
        }
    }

    private mutating func add(_ uri: String, _ path: String) {
        if let name = ResourcePath.resolve(uri, from: path) { paths.insert(name) }
    }
}
