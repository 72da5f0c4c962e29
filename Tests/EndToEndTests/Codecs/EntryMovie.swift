import Foundation

/// Movies with sample entries of codecs that no installed encoder writes; the samples are of another codec.
enum EntryMovie {
    /// The boxes that enclose the sample descriptions of the only track.
    private static let path = ["moov", "trak", "mdia", "minf", "stbl"]

    /// Two seconds of H.264 whose sample entry is replaced by the result of `change`.
    static func video(_ name: String, _ change: @escaping @Sendable (Data) -> Data) async throws -> URL {
        try await made("\(name).mp4", from: try await CodecMovie.h264.file(), as: name) { try replacing($0, change) }
    }

    /// Two seconds of HEVC.
    static func hevc(_ name: String, _ change: @escaping @Sendable (Data) -> Data) async throws -> URL {
        try await made("\(name).mp4", from: try await CodecMovie.hevc.file(), as: name) { try replacing($0, change) }
    }

    /// Two seconds of AC-3.
    static func audio(_ name: String, _ change: @escaping @Sendable (Data) -> Data) async throws -> URL {
        try await made("\(name).mp4", from: try await CodecMovie.ac3.file(), as: name) { try replacing($0, change) }
    }

    /// Returns the fields of a sample entry, without its boxes, with another code and other boxes.
    static func entry(_ old: Data, _ code: String, fields: Int, _ boxes: Data) -> Data {
        box(code, Data(old.dropFirst(8).prefix(fields)) + boxes)
    }

    /// Returns a box with this content.
    static func box(_ type: String, _ content: Data) -> Data {
        let size = UInt32(content.count + 8)
        return Data((0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * UInt32($0))) }) + Data(type.utf8)
            + content
    }

    /// Returns the bytes of hexadecimal digits.
    static func hex(_ text: String) -> Data {
        let digits = Array(text.utf8)
        return Data(
            stride(from: 0, to: digits.count - 1, by: 2).map {
                UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16) ?? 0
            })
    }

    /// Returns the complete boxes of `content`.
    static func boxes(_ content: Data) -> [(type: String, bytes: Data)] {
        var (found, rest): ([(String, Data)], Data) = ([], Data(content))
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard size >= 8, size <= rest.count else { break }
            found.append((String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self), Data(rest.prefix(size))))
            rest = Data(rest.dropFirst(size))
        }
        return found
    }

    private static func replacing(_ movie: Data, _ change: (Data) -> Data) throws -> Data {
        let result = rewritten(movie, path) { table in
            boxes(table).map { type, bytes in
                guard type == "stsd" else { return bytes }
                return box("stsd", Data(bytes.dropFirst(8).prefix(8)) + change(Data(bytes.dropFirst(16))))
            }.reduce(Data(), +)
        }
        // The media data precedes the movie box, so that no offset changes.
        guard
            boxes(movie).map(\.type).firstIndex(of: "mdat") ?? 9 < boxes(movie).map(\.type).firstIndex(of: "moov") ?? 0
        else { throw Unable("the movie box is not last") }
        return result
    }

    private static func rewritten(_ content: Data, _ path: [String], _ change: (Data) -> Data) -> Data {
        guard let first = path.first else { return change(content) }
        return boxes(content).map { type, bytes in
            guard type == first else { return bytes }
            return box(type, rewritten(Data(bytes.dropFirst(8)), Array(path.dropFirst()), change))
        }.reduce(Data(), +)
    }
}
