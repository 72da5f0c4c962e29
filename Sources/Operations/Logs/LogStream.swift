/// Log events as lines of text or JSON.
package struct LogStream: LogDestination {
    private let line: @Sendable (LogEvent) -> String
    private let write: @Sendable (String) -> Void

    /// Creates a stream of text.
    package init(_ text: LogText, write: @escaping @Sendable (String) -> Void) {
        line = { text.line($0) }
        self.write = write
    }

    /// Creates a stream of JSON objects.
    package init(jsonTo write: @escaping @Sendable (String) -> Void) {
        line = { LogJSON.line($0) }
        self.write = write
    }

    package func write(_ event: LogEvent) { write(line(event) + "\n") }
}
