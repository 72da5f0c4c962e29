import Media

/// Assembles thumbnails into one image of RGB bytes.
struct ThumbnailSheet {
    /// A complete sheet.
    struct CompletedSheet {
        /// The index of the first thumbnail in the presentation, from 0.
        var first: Int64
        /// The number of thumbnails that represent media.
        var count: Int
        var bytes: [UInt8]
    }

    let grid: ThumbnailGrid
    private var first: Int64 = 0
    private var count = 0
    private var bytes: [UInt8]
    /// The previous thumbnail, which also represents missing ones.
    private var newest: ByteSlice?

    /// The bytes in a row of a thumbnail. Rows of thumbnails and sheets are multiples of four bytes, as in GStreamer's
    /// layout.
    private var pitch: Int { grid.tileSize.width * 3 }

    init(_ grid: ThumbnailGrid) {
        precondition(grid.tileSize.width % 4 == 0, "rows must be multiples of four bytes")
        self.grid = grid
        bytes = [UInt8](repeating: 0, count: grid.size.width * grid.size.height * 3)
    }

    /// Adds the thumbnail with this index. Returns the sheets before it, which are complete.
    mutating func add(_ picture: ByteSlice, at index: Int64) -> [CompletedSheet] {
        var full: [CompletedSheet] = []
        let perSheet = Int64(grid.count)
        if newest == nil { first = index / perSheet * perSheet }
        while index >= first + perSheet {
            guard let last = newest, count > 0 else {
                // There is no media for sheets before the first thumbnail.
                first = index / perSheet * perSheet
                break
            }
            while count < grid.count { draw(last) }
            full.append(finishSheet())
        }
        while Int64(count) < index - first { draw(newest ?? picture) }
        if Int64(count) == index - first { draw(picture) }
        newest = picture
        return full
    }

    /// Returns the incomplete last sheet; nil if it has no thumbnails.
    mutating func finish() -> CompletedSheet? { count > 0 ? finishSheet() : nil }

    private mutating func finishSheet() -> CompletedSheet {
        defer {
            first += Int64(grid.count)
            count = 0
            bytes = [UInt8](repeating: 0, count: bytes.count)
        }
        return CompletedSheet(first: first, count: count, bytes: bytes)
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
