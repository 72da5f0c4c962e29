import Media
import StageKit

/// Draws the wall-clock time into each frame, as squares that survive lossy coding.
///
/// The upper edge has 40 squares, white for 1 and black for 0, most significant bit first: the pattern 1010, the
/// milliseconds since 1970 modulo 2^28, and an 8-bit checksum. The checksum is the sum over the 4-bit digits, from the
/// least significant, of (digit + 1) × (position + 1), modulo 256.
struct WallClock: Transform {
    static let kind = "bench.wall-clock"
    static let abstract = "Draws the time of day into each frame."
    static let mediaTypes: Set<MediaType> = [.video]
    static let inputFormats = FrameFormats(pixel: ["I420"])

    private static let squares = 40
    private var formats: [Track.ID: MediaFormat] = [:]

    init(options: NoOptions) {}

    mutating func receive(_ message: Message<Frame>, _ effects: inout Effects<Frame>) throws {
        switch message {
        case .track(let track):
            formats[track.id] = track.format
            effects.emit(message: message)
        case .payload(var frame):
            let word = Self.word(UInt64(clamping: effects.clock.wallTime.milliseconds))
            try frame.withMutablePixels(as: formats[frame.track]) { Self.draw(word, &$0) }
            effects.emit(frame)
        case .gap, .end: effects.emit(message: message)
        }
    }

    private static func word(_ milliseconds: UInt64) -> UInt64 {
        let time = milliseconds & 0xFFF_FFFF
        var sum: UInt64 = 0
        for place: UInt64 in 0..<7 {
            let digit = time >> (4 * place) & 0xF
            sum += (digit + 1) * (place + 1)
        }
        return 0b1010 << 36 | time << 8 | sum & 0xFF
    }

    private static func draw(_ word: UInt64, _ picture: inout MutableVideoPixels) {
        for (index, plane) in picture.planes.enumerated() {
            let side = plane.rowLength / squares
            for row in 0..<min(side, plane.rowCount) {
                picture.withRow(row, ofPlane: index) { pixels in
                    for column in 0..<side * squares {
                        let isLit = word >> UInt64(squares - 1 - column / side) & 1 == 1
                        pixels[column] = index > 0 ? 128 : isLit ? 235 : 16
                    }
                }
            }
        }
    }
}
