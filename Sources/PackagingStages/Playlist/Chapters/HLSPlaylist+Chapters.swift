import PublicationJournal
import HLS
import Media
import StageKit

extension HLSPlaylist {
    /// The publication of the chapters of the input.
    enum ChapterState {
        case undecided
        case published
        case omitted
    }

    /// Records the start of the media, to which the times of chapters relate.
    mutating func recordStart(of segment: Segment) {
        let rendition = segment.rendition
        guard !rendition.isTrickPlay else { return }
        let priming = rendition.tracks.map { MediaTime(value: $0.priming, timescale: $0.timescale) }
        let start = segment.report.start + (rendition.mediaType == .audio ? priming.max() ?? .zero : .zero)
        mediaStart = min(mediaStart ?? start, start)
    }

    /// Emits the chapters of the input, unless the options declare other ones, before the first multivariant playlist.
    /// Those that the presentation cannot have are reported.
    mutating func emitChapters(_ effects: inout Effects<Resource>) {
        guard chapterState == .undecided else { return }
        chapterState = .omitted
        guard let list = inputChapters else { return }
        if options.type == .live {
            return leaveOut(
                list, "live playlists lose the media to which their times relate; use type: event or vod", &effects)
        }
        if renditions.contains(where: { $0.saved?.segments.isEmpty == false }) {
            return leaveOut(
                list, "the presentation continues an earlier run, and their times start with this one", &effects)
        }
        let chapters = list.clipped(from: mediaStartTicks, to: options.type == .vod ? mediaEndTicks : nil)
        guard !chapters.isEmpty else { return }
        let file = ChapterFile(chapters)
        chapterState = .published
        sessionFiles.append(file.sessionData)
        effects.emit(file.resource)
        effects.reportNote("chapters", "\(Self.number(of: chapters)) of the input in \(ChapterFile.name)")
    }

    /// Emits the chapters of an event that has ended, which then has an end.
    mutating func updateChapters(_ effects: inout Effects<Resource>) {
        guard options.type == .event, chapterState == .published,
            let chapters = inputChapters?.clipped(from: mediaStartTicks, to: mediaEndTicks), !chapters.isEmpty
        else { return }
        effects.emit(ChapterFile(chapters).resource)
    }

    private var mediaStartTicks: Int64 { (mediaStart ?? .zero).ticks(at: 1000) }
    private var mediaEndTicks: Int64? { renditions.compactMap(\.listedEnd).max()?.ticks(at: 1000) }

    /// The chapters of the first track with any; nil if the options exclude them or declare other ones.
    private var inputChapters: ChapterList? {
        guard options.hasChapters, mediaStart != nil,
            !(options.sessionData.contains { $0.id?.text == SessionData.chapters }),
            !(sessionFiles.contains { $0.id == SessionData.chapters }) || chapterState == .published
        else { return nil }
        // Text is not shifted with the media.
        let tracks = renditions.flatMap(\.rendition.tracks).filter { $0.mediaType != .text }
        return tracks.lazy.compactMap(\.chapters).first { !$0.isEmpty }
    }

    private func leaveOut(_ list: ChapterList, _ reason: String, _ effects: inout Effects<Resource>) {
        effects.reportNote("chapters-left-out", "\(Self.number(of: list)) of the input left out: \(reason)")
    }

    private static func number(of list: ChapterList) -> String {
        list.count == 1 ? "1 chapter" : "\(list.count) chapters"
    }
}
