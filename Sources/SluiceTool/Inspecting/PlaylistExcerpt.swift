import PipelineFile

extension SourceText {
    /// The maximum number of bytes shown of a line.
    private static let maximumLineLength = 16 << 10

    /// Creates a source text with only the lines that diagnostics refer to, because a source text needs many times the
    /// memory of a playlist.
    init(path: String, playlist bytes: [UInt8], lines wanted: Set<Int>) {
        var excerpt: [UInt8] = []
        var (line, length) = (1, 0)
        let last = wanted.max() ?? 0
        for byte in bytes {
            guard line <= last else { break }
            if byte == UInt8(ascii: "\n") {
                excerpt.append(byte)
                (line, length) = (line + 1, 0)
            } else if length < Self.maximumLineLength, wanted.contains(line) {
                excerpt.append(byte)
                length += 1
            }
        }
        self.init(path: path, text: String(decoding: excerpt, as: UTF8.self))
    }
}
