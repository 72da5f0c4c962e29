import HLS
import Media
import Packaging
import PackagingStages
import StageKit

// Thumbnails, chapters and cues.
extension PresentationPlanner {
    /// The folder of thumbnails.
    private static let thumbnailFolder = "thumbnails"

    /// Lists the thumbnails, chapters and cues of the presented range. Thumbnails cannot be divided, so parts have none.
    mutating func receiveCompanions() throws {
        let companions = media.input.companions
        let clip = media.clip
        playlists.dateRanges = companions.dateRanges
        if clip == nil, let thumbnails = companions.thumbnails, let grid = thumbnails.grid {
            for (index, sheet) in thumbnails.sheets.enumerated() { try list(image(sheet, grid, index), nil) }
        }
        let chapters =
            companions.chapters.isEmpty
            ? media.chapters
            : companions.chapters.clipped(
                from: clip?.start.ticks(at: 1000) ?? 0, to: clip?.end?.ticks(at: 1000))
        guard !chapters.isEmpty else { return }
        let chapterFile = ChapterFile(chapters)
        let data = ByteRope(chapterFile.json)
        var file = PresentedFile(contentType: ChapterFile.contentType, isText: true)
        file.append(.stored(data), count: data.count)
        storedBytes += data.count
        files[ChapterFile.name] = file
        playlists.sessionFiles = [chapterFile.sessionData]
    }

    private func image(_ sheet: ThumbnailMap.Sheet, _ grid: ThumbnailGrid, _ index: Int) -> Segment {
        var rendition = Rendition(
            id: Self.thumbnailFolder, tracks: [], interval: grid.tileDuration * Int64(grid.count))
        rendition.images = grid
        let begin = MediaTime(value: sheet.start, timescale: 1000)
        let report = SegmentReport.TrackReport(
            trackID: Track.ID(rawValue: 0), mediaType: .video, earliestPresentationTime: begin,
            duration: MediaTime(value: sheet.end, timescale: 1000) - begin, sampleCount: sheet.count)
        return Segment(
            rendition: rendition, kind: .separable, index: index, data: sheet.content,
            report: SegmentReport(kind: .separable, tracks: [report]))
    }
}
