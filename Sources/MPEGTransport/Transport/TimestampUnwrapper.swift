/// Extends the times of one segment beyond 33 bits.
struct TimestampUnwrapper {
    /// A time near the next one.
    private var reference: Int64?

    /// Unwraps the first time near `reference`; nil leaves it unchanged.
    init(near reference: Int64?) { self.reference = reference }

    mutating func unwrap(_ stored: Int64) -> Int64 {
        let time = reference.map { Timestamp.unwrap(stored, near: $0) } ?? stored
        reference = time
        return time
    }
}
