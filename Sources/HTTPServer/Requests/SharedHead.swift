package import Media
import Synchronization

/// The serialized HTTP/1.1 header of a response that many clients receive. It is serialized once for each `Date` value.
///
/// The response must contain all its fields.
package final class SharedHead: Sendable {
    private let latest = Mutex<(date: HTTPDate, bytes: ByteSlice)?>(nil)

    package init() {}

    /// Returns the header for a date; `serialize` creates it if the latest one is of another date.
    package func bytes(for date: HTTPDate, _ serialize: () -> ByteSlice) -> ByteSlice {
        latest.withLock { latest in
            if let latest, latest.date == date { return latest.bytes }
            let bytes = serialize()
            latest = (date, bytes)
            return bytes
        }
    }
}
