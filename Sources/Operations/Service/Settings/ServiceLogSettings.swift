package import StageKit

/// The log of a service.
package struct ServiceLogSettings: OptionMapping, Hashable {
    /// The format; nil for the default.
    package var format: LogFormat?
    /// The lowest level; nil for `info`.
    package var level: LogLevel?

    package init() {}

    package static var fields: [OptionField<ServiceLogSettings>] {
        [
            .option("format", \.format, "Log format. By default journal in a service of systemd, otherwise text."),
            .option("level", \.level, "Lowest level that is logged. By default info."),
        ]
    }
}
