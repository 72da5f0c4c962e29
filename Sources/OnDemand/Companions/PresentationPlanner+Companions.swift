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
            clip.map { companions.chapters.clipped(from: $0.start, to: $0.end) } ?? companions.chapters
        guard !chapters.isEmpty else { return }
        let data = ByteRope(chapters.json)
        var file = PresentedFile(contentType: "application/json", isText: true)
        file.append(.stored(data), count: data.count)
        storedBytes += data.count
        files[ChapterList.fileName] = file
        playlists.sessionFiles = [SessionData(id: ChapterList.dataID, content: .json(uri: ChapterList.fileName))]
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
