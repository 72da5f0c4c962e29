/// Finds boxes by path, independently of the code that writes them.
enum BoxPath {
    /// Returns the content of the first box at `path`, without size and type.
    static func content(_ path: [String], in bytes: [UInt8]) -> [UInt8]? {
        var content = bytes[...]
        for (depth, type) in path.enumerated() {
            if depth > 0 { content = content.dropFirst(headers[path[depth - 1]] ?? 0) }
            guard let found = find(type, in: content) else { return nil }
            content = found
        }
        return Array(content)
    }

    /// The number of bytes before the child boxes.
    private static let headers = ["stsd": 8, "dref": 8]

    private static func find(_ type: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let code = type.unicodeScalars.map { UInt8($0.value) }
        var rest = bytes
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard size >= 8, size <= rest.count else { return nil }
            let box = rest.prefix(size)
            if Array(box.dropFirst(4).prefix(4)) == code { return box.dropFirst(8) }
            rest = rest.dropFirst(size)
        }
        return nil
    }
}
