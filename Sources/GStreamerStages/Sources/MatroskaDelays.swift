import AssetWriting
import Media

/// The codec delays of a Matroska file's audio tracks, which GStreamer's demuxer leaves out (1.22 and 1.26).
///
/// A block's time minus the delay is when its first sample is presented (RFC 9559 5.1.4.1.22, CodecDelay); ffmpeg
/// writes delays since version 6. Opus has its own in the codec's header, which is read where it is decoded.
struct MatroskaDelays: Sendable {
    /// Nanoseconds by the track's number.
    private(set) var delays: [UInt64: Int64] = [:]

    /// Reads the tracks of a file; a file of another format has no delays.
    init(path: String) {
        guard let content = try? MappedFile(path: path).content else { return }
        content.withUnsafeBytes { read(EBMLElements($0)) }
    }

    /// The delay of the stream with an identity as the demuxer makes them, `…/002:` and an identity of the track.
    func delay(ofStream identity: String?) -> Int64 {
        guard !delays.isEmpty, let last = identity?.split(separator: "/").last else { return 0 }
        return last.split(separator: ":").first.flatMap { UInt64($0) }.flatMap { delays[$0] } ?? 0
    }

    private mutating func read(_ file: EBMLElements) {
        var file = file
        guard file.next()?.id == Self.header, let segment = file.next(), segment.id == Self.segment else { return }
        for element in EBMLElements(segment.content) {
            // Tracks behind the first cluster are rare, and finding them would read the whole file.
            if element.id == Self.cluster { return }
            guard element.id == Self.tracks else { continue }
            for track in EBMLElements(element.content) where track.id == Self.trackEntry { add(track) }
            return
        }
    }

    private mutating func add(_ track: EBMLElements.Element) {
        var (number, type, delay, isOpus): (UInt64?, UInt64?, UInt64, Bool) = (nil, nil, 0, false)
        for field in EBMLElements(track.content) {
            switch field.id {
            case Self.trackNumber: number = field.integer
            case Self.trackType: type = field.integer
            case Self.codecDelay: delay = field.integer ?? 0
            case Self.codecID: isOpus = field.content.starts(with: "A_OPUS".utf8)
            default: break
            }
        }
        // More than a second is no delay of a codec.
        guard let number, type == 2, !isOpus, (1...1_000_000_000).contains(delay) else { return }
        delays[number] = Int64(delay)
    }

    private static let header: UInt64 = 0x1a45_dfa3
    private static let segment: UInt64 = 0x1853_8067
    private static let cluster: UInt64 = 0x1f43_b675
    private static let tracks: UInt64 = 0x1654_ae6b
    private static let trackEntry: UInt64 = 0xae
    private static let trackNumber: UInt64 = 0xd7
    private static let trackType: UInt64 = 0x83
    private static let codecDelay: UInt64 = 0x56aa
    private static let codecID: UInt64 = 0x86
}

/// The elements that follow each other in EBML (RFC 8794), until one cannot be read.
struct EBMLElements: Sequence, IteratorProtocol {
    struct Element {
        var id: UInt64
        var content: UnsafeRawBufferPointer
        /// The content as an unsigned integer; nil when it is longer than one.
        var integer: UInt64? { content.count <= 8 ? content.reduce(0) { $0 << 8 | UInt64($1) } : nil }
    }

    private var rest: UnsafeRawBufferPointer
    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

    mutating func next() -> Element? {
        guard let id = number(keepingMarker: true), let size = number(keepingMarker: false) else { return nil }
        // An unknown size, as live files have it, and one beyond the end reach as far as there are bytes.
        let count = Int(clamping: Swift.min(size, UInt64(rest.count)))
        defer { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
        return Element(id: id, content: UnsafeRawBufferPointer(rebasing: rest[..<count]))
    }

    /// A number of variable length: as many bytes as its first has leading zeros, and one.
    private mutating func number(keepingMarker: Bool) -> UInt64? {
        guard let first = rest.first, first != 0 else { return nil }
        let length = first.leadingZeroBitCount + 1
        guard rest.count >= length else { return nil }
        let marked = rest[..<length].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = UnsafeRawBufferPointer(rebasing: rest[length...])
        let marker = UInt64(1) << (7 * length)
        if keepingMarker { return marked }
        let value = marked & (marker - 1)
        return value == marker - 1 ? .max : value
    }
}
