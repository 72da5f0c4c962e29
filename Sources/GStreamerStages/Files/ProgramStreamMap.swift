import Media
import SystemFiles

/// The audio of an MPEG program stream that GStreamer's demuxer takes for MPEG audio or does not find, as in recordings
/// of surveillance cameras.
///
/// The program stream map (ISO/IEC 13818-1, 2.5.4) names the coding of each stream; the demuxer ignores the private
/// types of GB/T 28181 in it, and of Hikvision, whose files may have no map.
enum ProgramStreamMap {
    /// The names of the codings that are not read, by `stream_type`.
    private static let unreadAudio: [UInt8: String] = [
        0x90: "G.711 A-law", 0x91: "G.711 µ-law", 0x92: "G.722.1", 0x93: "G.723.1", 0x96: "G.726", 0x99: "G.729",
        0x9b: "SVAC audio",
    ]
    /// The bytes at the start of a file in which the map is searched.
    private static let searchedBytes = 1 << 20
    private static let hikvisionMark = Array("IMKH".utf8)

    /// Returns the name of the audio coding that is not read from the program stream at `path`; nil for other files.
    static func unreadAudio(path: String) -> String? {
        guard let content = try? MappedFile(path: path).content else { return nil }
        return unreadAudio(content.slice(0..<min(content.count, searchedBytes)).bytes)
    }

    static func unreadAudio(_ bytes: [UInt8]) -> String? {
        let isHikvision = bytes.starts(with: hikvisionMark)
        guard isHikvision || bytes.starts(with: [0, 0, 1, 0xba]) else { return nil }
        var offset = 0
        while let start = bytes[offset...].firstRange(of: [0, 0, 1, 0xbc])?.lowerBound {
            if let types = streamTypes(bytes[start...]) {
                return types.compactMap { isAudio($0.id) ? unreadAudio[$0.type] : nil }.first
            }
            offset = start + 4
        }
        return isHikvision ? unreadAudio[0x90] : nil
    }

    private static func isAudio(_ id: UInt8) -> Bool { 0xc0...0xdf ~= id || id == 0xbd }

    /// Returns the entries of the map that starts the bytes; nil if it is invalid.
    private static func streamTypes(_ map: ArraySlice<UInt8>) -> [(type: UInt8, id: UInt8)]? {
        func number(_ offset: Int) -> Int? {
            let index = map.startIndex + offset
            return index + 1 < map.endIndex ? Int(map[index]) << 8 | Int(map[index + 1]) : nil
        }
        guard let length = number(4), let infoLength = number(8), let mapLength = number(10 + infoLength),
            // The fields before the information, the two lengths and the checksum.
            infoLength + mapLength + 10 <= length, map.count >= 6 + length
        else { return nil }
        var (types, offset): ([(type: UInt8, id: UInt8)], Int) = ([], 12 + infoLength)
        let end = offset + mapLength
        while offset + 4 <= end, let descriptors = number(offset + 2) {
            let index = map.startIndex + offset
            types.append((map[index], map[index + 1]))
            offset += 4 + descriptors
        }
        return offset == end ? types : nil
    }
}
