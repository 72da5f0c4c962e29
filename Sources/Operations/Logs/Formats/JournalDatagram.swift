/// Formats log events in the native protocol of systemd's journal.
package enum JournalDatagram {
    /// The maximum size of a value in bytes, so that an entry fits into one datagram.
    private static let maxValueBytes = 16 << 10

    /// Returns the datagram of an event.
    package static func bytes(_ event: LogEvent) -> [UInt8] {
        var bytes: [UInt8] = []
        func add(_ name: String, _ value: String) { append(name, value, to: &bytes) }
        add("MESSAGE", event.stage.map { "\($0): \(event.message)" } ?? event.message)
        add("PRIORITY", "\(event.level.priority)")
        add("SYSLOG_IDENTIFIER", "sluice")
        add("MESSAGE_ID", event.kind.messageID)
        add("SLUICE_EVENT", event.kind.rawValue)
        if let pipeline = event.pipeline { add("SLUICE_PIPELINE", pipeline) }
        if let stage = event.stage { add("SLUICE_STAGE", stage) }
        for field in event.fields { add("SLUICE_\(field.name.rawValue.uppercased())", field.value.description) }
        return bytes
    }

    /// Appends a field: as one line, or with its length as 64 bits in little-endian order if it contains line feeds.
    private static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
        let value = Array(value.utf8.prefix(maxValueBytes))
        bytes += name.utf8
        if value.contains(UInt8(ascii: "\n")) {
            bytes.append(UInt8(ascii: "\n"))
            withUnsafeBytes(of: UInt64(value.count).littleEndian) { bytes += $0 }
        } else {
            bytes.append(UInt8(ascii: "="))
        }
        bytes += value
        bytes.append(UInt8(ascii: "\n"))
    }
}
