import Foundation

/// Adds elements to a Matroska file that ffmpeg wrote. The places of clusters remain: the void element before the tracks
/// becomes smaller.
struct MatroskaEdit {
    private let bytes: [UInt8]

    init(_ data: Data) { bytes = Array(data) }

    private struct Element {
        var id: UInt32
        var start: Int
        var content: Range<Int>
    }

    /// Returns the file with more elements in the settings of its video track.
    func addingToVideo(_ added: [UInt8]) -> Data {
        let file = elements(0..<bytes.count)
        guard let segment = file.first(where: { $0.id == 0x1853_8067 }) else { return Data(bytes) }
        let parts = elements(segment.content)
        guard let void = parts.first(where: { $0.id == 0xec }),
            let tracks = parts.first(where: { $0.id == 0x1654_ae6b }),
            void.start < tracks.start
        else { return Data(bytes) }
        let edited = Self.element(tracks.id, rebuilt(tracks.content, added))
        let growth = edited.count - (tracks.content.upperBound - tracks.start)
        let left = void.content.upperBound - void.start - growth
        guard left >= 9 else { return Data(bytes) }
        let padding = Self.element(void.id, [UInt8](repeating: 0, count: left - 9))
        let head = bytes[..<void.start] + padding + bytes[void.content.upperBound..<tracks.start]
        return Data(head + edited + bytes[tracks.content.upperBound...])
    }

    /// Returns the content of an element with more elements in its video settings.
    private func rebuilt(_ range: Range<Int>, _ added: [UInt8]) -> [UInt8] {
        elements(range).flatMap { element -> [UInt8] in
            switch element.id {
            case 0xae: Self.element(element.id, rebuilt(element.content, added))
            case 0xe0:
                Self.element(
                    element.id,
                    // The display size that ffmpeg writes is replaced.
                    elements(element.content).filter { ![0x54b0, 0x54ba, 0x54b2].contains($0.id) }
                        .flatMap { Array(bytes[$0.start..<$0.content.upperBound]) } + added)
            default: Array(bytes[element.start..<element.content.upperBound])
            }
        }
    }

    private func elements(_ range: Range<Int>) -> [Element] {
        var (found, offset) = ([Element](), range.lowerBound)
        while offset < range.upperBound {
            let idLength = bytes[offset].leadingZeroBitCount + 1
            let id = bytes[offset..<offset + idLength].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let sizeStart = offset + idLength
            let sizeLength = bytes[sizeStart].leadingZeroBitCount + 1
            let marked = bytes[sizeStart..<sizeStart + sizeLength].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let size = Int(marked & (1 << (7 * UInt64(sizeLength)) - 1))
            let content = sizeStart + sizeLength
            let end = min(content + size, range.upperBound)
            found.append(Element(id: id, start: offset, content: content..<end))
            offset = end
        }
        return found
    }

    /// Returns an element with a size of eight bytes.
    static func element(_ id: UInt32, _ content: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: id.bigEndian) { Array($0.drop { $0 == 0 }) } + [1]
            + withUnsafeBytes(of: UInt64(content.count).bigEndian) { Array($0.dropFirst()) } + content
    }
}
