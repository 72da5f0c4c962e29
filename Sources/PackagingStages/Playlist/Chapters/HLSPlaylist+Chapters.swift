import HLS
import Media
import StageKit

extension HLSPlaylist {
    /// Records the start of the media, to which the times of chapters relate.
    mutating func recordStart(of segment: Segment) {
        let rendition = segment.rendition
        guard !rendition.isTrickPlay else { return }
        let priming = rendition.tracks.map { MediaTime(value: $0.priming, timescale: $0.timescale) }
        let start = segment.report.start + (rendition.mediaType == .audio ? priming.max() ?? .zero : .zero)
        mediaStart = min(mediaStart ?? start, start)
    }

    /// Emits the chapters of the input for a presentation of type VOD, unless the options declare other ones.
    mutating func emitChapters(_ effects: inout Effects<Resource>) {
        guard options.hasChapters, options.type == .vod,
            !(options.sessionData.contains { $0.id?.text == ChapterFile.dataID }),
            !sessionFiles.contains(where: { $0.id == ChapterFile.dataID }), let start = mediaStart,
            let end = renditions.compactMap(\.listedEnd).max()
        else { return }
        // Text is not shifted with the media.
        let tracks = renditions.flatMap(\.rendition.tracks).filter { $0.mediaType != .text }
        guard let list = tracks.lazy.compactMap(\.chapters).first(where: { !$0.isEmpty }) else { return }
        let chapters = list.clipped(from: start.ticks(at: 1000), to: end.ticks(at: 1000))
        guard !chapters.isEmpty else { return }
        let file = ChapterFile(chapters)
        sessionFiles.append(file.sessionData)
        effects.emit(file.resource)
        let count = chapters.count == 1 ? "1 chapter" : "\(chapters.count) chapters"
        effects.reportNote("chapters", "\(count) of the input in \(ChapterFile.name)")
    }
}
