package import Media

extension MovieFile {
    /// The chapters: the titles of the tracks that other tracks refer to as theirs (QuickTime File Format, `chap`),
    /// otherwise those of user data (Nero, `chpl`). Damaged ones are omitted.
    package var chapters: ChapterList {
        let ids = Set(tracks.flatMap(\.chapterTracks))
        var list = ChapterList()
        for track in tracks where ids.contains(track.id) && track.mediaType == .text { add(track, to: &list) }
        return list.isEmpty ? userDataChapters : list
    }

    private func add(_ track: MovieTrack, to list: inout ChapterList) {
        var cursor = cursor(for: track)
        var count = 0
        // Samples without a title end the chapter before them.
        while count < 2 * ChapterList.limit, let sample = cursor.next() {
            count += 1
            let start = milliseconds(sample.decodeTicks &+ track.presentationShift, track)
            let end = milliseconds(sample.decodeTicks &+ track.presentationShift &+ sample.duration, track)
            guard sample.size <= ChapterTitleSample.sizeLimit, end > 0,
                let title = ChapterList.title(ChapterTitleSample(bytes(of: sample).bytes).text)
            else { continue }
            list.add(
                ChapterList.Chapter(
                    start: max(0, start), end: sample.duration > 0 ? end : nil,
                    titles: [ChapterList.Title(title, language: track.language)]))
        }
    }

    private func milliseconds(_ ticks: Int64, _ track: MovieTrack) -> Int64 {
        min(max(MediaTime(value: ticks, timescale: track.timescale).ticks(at: 1000), -Self.timeLimit), Self.timeLimit)
    }

    /// The chapters of user data.
    package var userDataChapters: ChapterList {
        var list = ChapterList()
        guard let box = movieBox.first(.udta)?.first(NeroChapterListBox.self) else { return list }
        for chapter in NeroChapterListBox(readingPresentFieldsOf: box).chapters {
            let title = ChapterList.title(String(decoding: chapter.title, as: UTF8.self))
            list.add(
                ChapterList.Chapter(
                    start: Int64(chapter.start / Self.ticksPerMillisecond), end: nil,
                    titles: title.map { [ChapterList.Title($0, language: nil)] } ?? []))
        }
        return list
    }

    /// The largest time in milliseconds, with which later sums do not overflow.
    private static let timeLimit: Int64 = 1 << 50
    /// Units of 100 ns.
    private static let ticksPerMillisecond: UInt64 = 10_000
}
