import Media

extension LogEvent {
    /// The event as a JSON object for the admin listener, with the members of a problem of a status.
    package var json: JSONValue {
        var members: [String: JSONValue] = [
            "time": .decimal(Double(time.nanoseconds) / 1e9), "severity": .string(level.rawValue),
            "code": .string(kind.rawValue),
            "message": .string(message),
        ]
        if let stage { members["stage"] = .string(stage) }
        return .object(members)
    }
}
