/// Formats progress as one line of a terminal.
enum ProgressBar {
    /// Returns a line such as `movie [######----] 61 %, 5.1 MB/s, 2 s left`, shorter than `columns`. Without a fraction,
    /// or without space for it, the line has no bar.
    static func line(_ title: String = "", fraction: Double?, facts: [String], columns: Int) -> String {
        let fraction = fraction.map { $0.isFinite ? max(0, min($0, 1)) : 0 }
        let percent = fraction.map { ["\(Int($0 * 100)) %"] } ?? []
        let text = (percent + facts).joined(separator: ", ")
        let head = title.isEmpty ? "" : "\(title.prefix(24)) "
        let room = columns - head.count - text.count - 4
        guard let fraction, room >= 8 else { return String((head + text).prefix(max(columns - 1, 10))) }
        let width = min(room, 40)
        let filled = Int((fraction * Double(width)).rounded(.down))
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
        return "\(head)[\(bar)] \(text)"
    }
}
