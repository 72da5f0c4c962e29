import Media
import StageKit

/// Draws the time and the number of each frame into it, white on black.
struct TimecodeBurnIn: Transform {
    /// The position of the text.
    enum Position: String, OptionValue, CaseIterable {
        case top
        case bottom
    }

    struct Options: StageOptions {
        var position = Position.bottom
        var scale = 0
        var start = MediaTime.zero

        static var fields: [OptionField<Options>] {
            [
                .option("position", \.position, "edge of the frame with the text"),
                .option("scale", \.scale, in: 0...32, "pixels per dot of the font; 0 for automatic"),
                .option("start", \.start, "offset added to the displayed time"),
            ]
        }
    }

    static let kind = "timecode.burn-in"
    static let abstract = "Draws the time and number of each frame into the video."
    static let mediaTypes: Set<MediaType> = [.video]
    // Formats with a separate luma plane of one byte per pixel.
    static let inputFormats = FrameFormats(pixel: ["I420", "NV12", "YV12", "Y42B", "Y444", "NV21", "GRAY8"])

    private let options: Options
    private var numbers: [Track.ID: Int] = [:]
    private var formats: [Track.ID: MediaFormat] = [:]

    init(options: Options) { self.options = options }

    mutating func receive(_ message: Message<Frame>, _ effects: inout Effects<Frame>) throws {
        switch message {
        case .track(let track):
            formats[track.id] = track.format
            effects.emit(message: message)
        case .payload(var frame):
            let number = numbers[frame.track, default: 0]
            numbers[frame.track] = number + 1
            let text = "\(Timecode.text(frame.presentationTime + options.start)) \(number)"
            try frame.withMutablePixels(as: formats[frame.track]) { write(text, into: &$0) }
            effects.emit(frame)
        case .end(let id):
            (numbers[id], formats[id]) = (nil, nil)
            effects.emit(message: message)
        case .gap: effects.emit(message: message)
        }
    }

    private func write(_ text: String, into picture: inout MutableVideoPixels) {
        let plane = picture.planes[0]
        let letters = text.compactMap { DotMatrix.letters[$0] }
        let scale = scale(for: letters.count, in: plane)
        // A frame that is too small for the text stays unchanged.
        guard scale > 0 else { return }
        let height = (DotMatrix.rows + 2) * scale
        let top = options.position == .top ? 0 : plane.rowCount - height
        for row in 0..<height {
            let dots = row / scale - 1
            picture.withRow(top + row) { pixels in
                for index in 0..<(letters.count * DotMatrix.columns + 1) * scale {
                    let column = index / scale - 1
                    pixels[index] = Self.isLit(letters, column, dots) ? 235 : 16
                }
            }
        }
        Self.whiten(&picture, rows: top..<top + height, columns: (letters.count * DotMatrix.columns + 1) * scale)
    }

    /// Removes the colour behind the text.
    private static func whiten(_ picture: inout MutableVideoPixels, rows: Range<Int>, columns: Int) {
        let full = picture.planes[0]
        for (index, plane) in picture.planes.enumerated().dropFirst() {
            let down = (full.rowCount + plane.rowCount - 1) / plane.rowCount
            let count = columns * plane.rowLength / full.rowLength
            for row in rows.lowerBound / down..<min(plane.rowCount, (rows.upperBound + down - 1) / down) {
                picture.withRow(row, ofPlane: index) { pixels in
                    for place in 0..<min(count, pixels.count) { pixels[place] = 128 }
                }
            }
        }
    }

    private func scale(for count: Int, in plane: PlaneLayout) -> Int {
        let most = min(plane.rowLength / (count * DotMatrix.columns + 1), plane.rowCount / (DotMatrix.rows + 2))
        return options.scale > 0 ? min(options.scale, most) : min(max(1, plane.rowCount / 90), most)
    }

    private static func isLit(_ letters: [[UInt8]], _ column: Int, _ row: Int) -> Bool {
        guard column >= 0, row >= 0, row < DotMatrix.rows, column / DotMatrix.columns < letters.count else {
            return false
        }
        let place = column % DotMatrix.columns
        guard place < DotMatrix.width else { return false }
        return letters[column / DotMatrix.columns][row] >> UInt8(DotMatrix.width - 1 - place) & 1 == 1
    }
}
