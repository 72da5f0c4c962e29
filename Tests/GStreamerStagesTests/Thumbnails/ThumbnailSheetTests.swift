import Media
import Testing

@testable import GStreamerStages

@Suite struct ThumbnailSheetTests {
    private let grid = ThumbnailGrid(
        tileSize: PixelSize(width: 4, height: 2), columns: 2, rows: 2, tileDuration: .seconds(1),
        contentType: "image/jpeg")

    private func picture(_ value: UInt8) -> ByteSlice { ByteSlice(copying: [UInt8](repeating: value, count: 24)) }

    /// Returns the value at the centre of each thumbnail in a sheet.
    private func values(_ sheet: ThumbnailSheet.CompletedSheet) -> [UInt8] {
        (0..<4).map { index in sheet.bytes[(index / 2 * 2 + 1) * 24 + index % 2 * 12 + 6] }
    }

    @Test func thumbnailsFillRowsFirst() throws {
        var sheet = ThumbnailSheet(grid)
        for index in 0..<4 {
            let full = sheet.add(picture(UInt8(index + 1)), at: Int64(index))
            #expect(full.isEmpty)
        }
        let sheets = sheet.add(picture(9), at: 4)
        let full = try #require(sheets.first)
        #expect(values(full) == [1, 2, 3, 4])
        #expect(full.first == 0 && full.count == 4)
        let last = sheet.finish()
        let rest = try #require(last)
        #expect(rest.first == 4 && rest.count == 1)
        #expect(values(rest) == [9, 0, 0, 0])
    }

    @Test func previousThumbnailReplacesMissingOnes() throws {
        var sheet = ThumbnailSheet(grid)
        _ = sheet.add(picture(1), at: 0)
        let full = sheet.add(picture(7), at: 6)
        #expect(full.map(values) == [[1, 1, 1, 1]])
        let rest = sheet.finish()
        #expect(rest.map(values) == [1, 1, 7, 0])
    }

    @Test func lateStartBeginsNewSheet() {
        var sheet = ThumbnailSheet(grid)
        let before = sheet.add(picture(5), at: 9)
        #expect(before.isEmpty)
        let rest = sheet.finish()
        #expect(rest?.first == 8)
        #expect(rest.map(values) == [5, 5, 0, 0])
    }

    @Test func truncatedFrameIsOmitted() {
        var sheet = ThumbnailSheet(grid)
        _ = sheet.add(ByteSlice(copying: [1, 2, 3]), at: 0)
        let rest = sheet.finish()
        #expect(rest.map(values) == [0, 0, 0, 0])
    }
}
