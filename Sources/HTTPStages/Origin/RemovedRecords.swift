/// The records of a presentation that was removed, which contain the numbers that a later one continues.
struct RemovedRecords: Sendable {
    var records: [String: [UInt8]]
    /// The time of the latest one, in milliseconds since 1970.
    var lastRecorded: Int64
}
