import HLS
package import Media
import PipelineFile

/// Formats log events as lines of text.
package struct LogText: Sendable {
    /// Whether lines begin with the date in UTC with milliseconds.
    package var hasTime: Bool
    /// Whether the severity is coloured by terminal escape sequences.
    package var hasColor: Bool
    /// Whether lines contain the name of the pipeline, as for services.
    package var hasPipeline: Bool

    package init(hasTime: Bool, hasColor: Bool = false, hasPipeline: Bool = false) {
        (self.hasTime, self.hasColor, self.hasPipeline) = (hasTime, hasColor, hasPipeline)
    }

    /// Returns a line such as `2026-01-02T03:04:05.678Z warning: camera: no data for 5 s`, without a line feed.
    package func line(_ event: LogEvent) -> String {
        let time = hasTime ? "\(Self.date(event.time)) " : ""
        let name = hasPipeline ? event.pipeline.map { DisplayText.printable("\($0): ") } ?? "" : ""
        return time + name + place(event) + severity(event) + DisplayText.printable(subject(event) + event.message)
    }

    /// Returns a date such as `2026-01-02T03:04:05.678Z`.
    package static func date(_ time: WallTime) -> String { "\(DateTime(time))".replacing("+00:00", with: "Z") }

    private func place(_ event: LogEvent) -> String {
        guard let file = event[.file], let line = event[.line] else { return "" }
        return DisplayText.printable("\(file):\(line):\(event[.column].map { "\($0):" } ?? "") ")
    }

    private func severity(_ event: LogEvent) -> String {
        switch event.level {
        case .debug: "debug: "
        case .info: event.stage != nil || event.kind == .notice ? "note: " : ""
        case .warning: colored("warning: ", "1;33")
        // The stages have reported their errors; this line is the result.
        case .error: event.kind == .pipelineFailed && event.stage == nil ? "" : colored("error: ", "1;31")
        }
    }

    private func subject(_ event: LogEvent) -> String {
        guard let stage = event.stage else { return "" }
        return event[.kind].map { "\(stage) (\($0)): " } ?? "\(stage): "
    }

    private func colored(_ text: String, _ color: String) -> String {
        hasColor ? "\u{1b}[\(color)m\(text)\u{1b}[0m" : text
    }
}
