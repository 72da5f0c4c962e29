/// Holds the resources of a sink until the records before them are written.
package struct RecordGate: Sendable {
    private var ticket: RecordTicket?
    private var hasFailed = false

    package init() {}

    /// Admits the next resource for publication. Returns the reason why the records before it are not written, once for
    /// each failure.
    ///
    /// The resource may be published nevertheless: a record that cannot be written must not end other sinks. The writer
    /// then notes that its newest records are missing.
    package mutating func admit(_ resource: Resource) -> StageError? {
        if resource.role == .record {
            ticket = resource.ticket ?? ticket
            return nil
        }
        guard let waiting = ticket else { return nil }
        do throws(StageError) {
            try waiting.commit()
            (ticket, hasFailed) = (nil, false)
            return nil
        } catch {
            defer { hasFailed = true }
            return hasFailed ? nil : error
        }
    }
}
