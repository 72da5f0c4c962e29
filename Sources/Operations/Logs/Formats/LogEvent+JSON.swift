import Media
package import PipelineFile

extension LogTail.Entry {
    /// The event as a JSON object, with its number.
    package var json: JSONValue { .merged(["id": .integer(number)], event.json) }
}

extension LogEvent {
    /// The event as a JSON object for the admin listener, with the members of a problem of a status.
    package var json: JSONValue {
        var object: JSONValue = [
            "time": .number(Double(time.nanoseconds) / 1e9), "severity": .string(level.rawValue),
            "code": .string(kind.rawValue),
            "message": .string(message),
        ]
        if let stage { object["stage"] = .string(stage) }
        return object
    }
}
