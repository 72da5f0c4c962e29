import Foundation
import Media
import StageKit

/// Thumbnails for seeking: JPEG images with one or more thumbnails each, by a WebVTT file whose cues name their regions.
struct ThumbnailMap: Sendable {
    /// An image.
    struct Sheet: Sendable {
        /// The path relative to the WebVTT file.
        var path: String
        /// In milliseconds.
        var start: Int64
        var end: Int64
        /// The number of thumbnails.
        var count: Int
        var content = ByteRope()
    }

    /// The maximum number of images, and of bytes of the WebVTT file, of an image and of all images.
    private static let sheetLimit = 2000
    static let (mapLimit, imageLimit, totalLimit) = (4 << 20, 8 << 20, 32 << 20)
    /// The maximum difference between the durations of thumbnails, in milliseconds.
    private static let tolerance: Int64 = 100

    private let name: String
    private(set) var sheets: [Sheet] = []
    /// The size of all thumbnails; nil for images that are one thumbnail each.
    private var tile: PixelSize?
    /// The places of the thumbnails in their images.
    private var places: [[(x: Int, y: Int)]] = []
    private var duration: MediaTime
    /// The arrangement; nil before the images are there.
    private(set) var grid: ThumbnailGrid?

    /// Parses a WebVTT file. Throws `damaged-input` for a file that does not describe thumbnails of equal size and
    /// duration.
    init(_ bytes: [UInt8], named name: String) throws(StageError) {
        self.name = name
        let cues: [WebVTTCue]
        do { cues = try TimedTextFile(bytes, syntax: .webVTT).cues } catch {
            throw StageError(.damagedInput, "'\(name)': \(error)")
        }
        guard let first = cues.first, let last = cues.last, first.start <= Self.tolerance else {
            throw StageError(.damagedInput, "'\(name)' has no thumbnail at the start; its first cue must start at 0")
        }
        // Times are rounded to milliseconds, and the last thumbnail can be shorter.
        duration =
            cues.count > 1
            ? MediaTime(value: last.start - first.start, timescale: 1000 * Int32(clamping: cues.count - 1))
            : MediaTime(value: first.end - first.start, timescale: 1000)
        for (index, cue) in cues.enumerated() { try add(cue, at: index) }
    }

    private mutating func add(_ cue: WebVTTCue, at index: Int) throws(StageError) {
        let begin = (duration * Int64(index)).ticks(at: 1000)
        guard abs(cue.start - begin) <= Self.tolerance else {
            throw damaged(cue, "the thumbnails are not equally long; make them with a fixed interval")
        }
        let parts = cue.payload.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = String(parts[0]).removingPercentEncoding, !path.isEmpty, !path.hasPrefix("/"),
            !path.contains(":"), !path.utf8.contains(where: { $0 < 0x20 })
        else { throw damaged(cue, "'\(cue.payload)' is not a path relative to the file") }
        let region = parts.count > 1 ? Self.region(parts[1]) : nil
        guard region != nil || parts.count == 1 else {
            throw damaged(cue, "'\(cue.payload)' has no region such as #xywh=0,0,160,90")
        }
        if index == 0 { tile = region?.size }
        guard tile == region?.size else { throw damaged(cue, "the thumbnails have different sizes") }
        if sheets.last?.path == path, let region {
            sheets[sheets.count - 1].end = cue.end
            sheets[sheets.count - 1].count += 1
            places[places.count - 1].append((region.x, region.y))
        } else {
            guard sheets.count < Self.sheetLimit else {
                throw StageError(.limitReached, "'\(name)' names more than \(Self.sheetLimit) images, the limit")
            }
            sheets.append(Sheet(path: path, start: begin, end: cue.end, count: 1))
            places.append([(region?.x ?? 0, region?.y ?? 0)])
        }
    }

    private func damaged(_ cue: WebVTTCue, _ message: String) -> StageError {
        StageError(.damagedInput, "'\(name)', cue at \(WebVTTTime(cue.start)): \(message)")
    }

    /// Parses `xywh=160,0,160,90`, with or without `pixel:` (Media Fragments URI 4.2.2).
    private static func region(_ text: Substring) -> (x: Int, y: Int, size: PixelSize)? {
        guard text.hasPrefix("xywh=") else { return nil }
        var values = text.dropFirst(5)
        if values.hasPrefix("pixel:") { values = values.dropFirst(6) }
        let numbers = values.split(separator: ",", omittingEmptySubsequences: false).compactMap { UInt16($0) }
        guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
        return (Int(numbers[0]), Int(numbers[1]), PixelSize(width: Int(numbers[2]), height: Int(numbers[3])))
    }

    /// Adds the images, in the order of ``sheets``. Throws `damaged-input` for images that are no JPEG or do not have the
    /// arrangement of the file, and `limit-reached`.
    mutating func add(images: [[UInt8]]) throws(StageError) {
        var total = 0
        for (index, image) in images.enumerated() {
            let path = sheets[index].path
            guard let size = JPEGHeader(image)?.size else {
                throw StageError(.damagedInput, "'\(path)', named by '\(name)', is not a JPEG image")
            }
            total += image.count
            guard total <= Self.totalLimit else {
                throw StageError(
                    .limitReached, "the images of '\(name)' have more than \(Self.totalLimit >> 20) MiB, the limit")
            }
            let tile = tile ?? size
            let grid = grid ?? arrangement(of: size, tile)
            self.grid = grid
            let end = sheets[index].count - 1
            let isInside = tile.width <= size.width && (end / grid.columns + 1) * tile.height <= size.height
            let isInOrder = places[index].enumerated().allSatisfy { position, place in
                place == (position % grid.columns * tile.width, position / grid.columns * tile.height)
            }
            guard isInside, isInOrder, sheets[index].count == grid.count || index == images.count - 1 else {
                throw StageError(
                    .damagedInput,
                    "'\(path)' of \(size.width) × \(size.height) pixels does not contain its thumbnails of "
                        + "\(tile.width) × \(tile.height) pixels row by row, as '\(name)' must list them")
            }
            sheets[index].content = ByteRope(image)
        }
    }

    private func arrangement(of size: PixelSize, _ tile: PixelSize) -> ThumbnailGrid {
        ThumbnailGrid(
            tileSize: tile, columns: max(1, size.width / tile.width), rows: max(1, size.height / tile.height),
            tileDuration: duration, contentType: "image/jpeg")
    }
}
