import Media

/// The chapters of a file as text, one in a line.
struct ChapterLines {
    let text: String

    init(_ list: ChapterList) {
        text = list.chapters.enumerated().map { number, chapter in
            let end = chapter.end.map { " to \(Self.seconds($0)) s" } ?? ""
            let titles = chapter.titles.map { ", \($0.language == "und" ? "" : "\($0.language) ")'\($0.title)'" }
            return "chapter \(number + 1): from \(Self.seconds(chapter.start)) s\(end)\(titles.joined())\n"
        }.joined()
    }

    private static func seconds(_ milliseconds: Int64) -> String {
        MediaTime.milliseconds(milliseconds).decimal(places: 3)
    }
}
