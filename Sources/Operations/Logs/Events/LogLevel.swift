package import StageKit

/// The severity of a log event.
package enum LogLevel: String, OptionValue, Codable, CaseIterable, Comparable {
    case debug
    case info
    case warning
    case error

    /// The level of a problem that a stage reports.
    package init(_ severity: Problem.Severity) {
        switch severity {
        case .note: self = .info
        case .warning: self = .warning
        case .error: self = .error
        }
    }

    /// The priority in syslog and in the journal, from 7 (debug) to 3 (error).
    package var priority: Int {
        switch self {
        case .debug: 7
        case .info: 6
        case .warning: 4
        case .error: 3
        }
    }

    package static func < (one: LogLevel, other: LogLevel) -> Bool { one.priority > other.priority }
}
