import Media
import PackagingStages
import StageKit

extension ChapterList {
    /// Adds the cues of a WebVTT or SubRip file. Chapters that start together are one, with titles in several languages.
    /// Throws `damaged-input` for a file that cannot be parsed, and `limit-reached` for too many chapters.
    mutating func add(_ bytes: [UInt8], named name: String, _ language: LanguageTag?) throws(StageError) {
        let file: TimedTextFile
        do { file = try TimedTextFile(bytes) } catch {
            throw StageError(.damagedInput, "'\(name)': \(error)")
        }
        for cue in file.cues {
            let title = WebVTTPayload.plain(cue.payload).split(separator: "\n").joined(separator: " ")
            let titles = [ChapterList.Title(title, language: language?.text)]
            guard add(ChapterList.Chapter(start: cue.start, end: cue.end, titles: titles)) else {
                throw StageError(.limitReached, "'\(name)' has more than \(Self.limit) chapters, the limit")
            }
        }
    }
}
