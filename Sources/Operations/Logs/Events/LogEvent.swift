package import Media

/// One event of a run or of a service, as the log shows it.
package struct LogEvent: Sendable, Hashable {
    package var time: WallTime
    package var kind: LogEventKind
    package var level: LogLevel
    /// The name of the pipeline; nil for events of the process.
    package var pipeline: String?
    /// The name of the stage; nil for events of the whole pipeline.
    package var stage: String?
    /// The event in words, in one line: lower case, without a full stop.
    package var message: String
    package var fields: [LogField]

    /// Creates an event with the level of its kind.
    package init(
        _ kind: LogEventKind, _ message: String, pipeline: String? = nil, stage: String? = nil,
        fields: [LogField] = [], level: LogLevel? = nil, at time: WallTime
    ) {
        (self.kind, self.message, self.pipeline, self.stage) = (kind, message, pipeline, stage)
        (self.fields, self.level, self.time) = (fields, level ?? kind.level, time)
    }

    /// The value of a field; nil if the event does not have it.
    package subscript(name: LogFieldName) -> LogField.Value? { fields.first { $0.name == name }?.value }

    /// Returns the event with each text changed by `transform`.
    func mapTexts(_ transform: (String) -> String) -> LogEvent {
        var event = self
        event.pipeline = pipeline.map(transform)
        event.message = transform(message)
        for (index, field) in fields.enumerated() {
            if case .text(let text) = field.value { event.fields[index].value = .text(transform(text)) }
        }
        return event
    }
}
