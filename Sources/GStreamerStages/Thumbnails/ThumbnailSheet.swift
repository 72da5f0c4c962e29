import Media

/// Small pictures on their way into one image, as RGB bytes.
struct ThumbnailSheet {
    /// A sheet with all its pictures.
    struct Full {
        /// The number of the first picture, from 0 in the whole presentation.
        var first: Int64
        /// How many of its pictures stand for the media.
        var count: Int
        var bytes: [UInt8]
    }

    let grid: ImageGrid
    private var first: Int64 = 0
    private var count = 0
    private var bytes: [UInt8]
    /// The picture before, which stands for those that are missing.
    private var newest: ByteSlice?

    /// Bytes in a row of a picture; rows of both are whole words, as GStreamer lays them out.
    private var pitch: Int { grid.tileSize.width * 3 }

    init(_ grid: ImageGrid) {
        precondition(grid.tileSize.width % 4 == 0, "rows are whole words")
        self.grid = grid
        bytes = [UInt8](repeating: 0, count: grid.size.width * grid.size.height * 3)
    }

    /// Adds picture number `index`; gives the sheets that are full before it.
    mutating func add(_ picture: ByteSlice, at index: Int64) -> [Full] {
        var full: [Full] = []
        let perSheet = Int64(grid.count)
        if newest == nil { first = index / perSheet * perSheet }
        while index >= first + perSheet {
            guard let last = newest, count > 0 else {
                // Nothing stands for sheets that nobody made.
                first = index / perSheet * perSheet
                break
            }
            while count < grid.count { draw(last) }
            full.append(takeSheet())
        }
        while Int64(count) < index - first { draw(newest ?? picture) }
        if Int64(count) == index - first { draw(picture) }
        newest = picture
        return full
    }

    /// What is left.
    mutating func finish() -> Full? { count > 0 ? takeSheet() : nil }

    private mutating func takeSheet() -> Full {
        defer {
            first += Int64(grid.count)
            count = 0
            bytes = [UInt8](repeating: 0, count: bytes.count)
        }
        return Full(first: first, count: count, bytes: bytes)
    }

    private mutating func draw(_ picture: ByteSlice) {
        defer { count += 1 }
        guard picture.count >= pitch * grid.tileSize.height else { return }
        let (pitch, lines, sheetPitch) = (pitch, grid.tileSize.height, grid.size.width * 3)
        let start = count / grid.columns * lines * sheetPitch + count % grid.columns * pitch
        picture.withUnsafeBytes { source in
            bytes.withUnsafeMutableBytes { target in
                for row in 0..<lines {
                    let from = UnsafeRawBufferPointer(rebasing: source[row * pitch..<(row + 1) * pitch])
                    let place = start + row * sheetPitch
                    UnsafeMutableRawBufferPointer(rebasing: target[place..<place + pitch]).copyMemory(from: from)
                }
            }
        }
    }
}
