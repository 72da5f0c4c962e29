import HLS
import Media
import Synchronization

/// The serialized HTTP/1.1 header of a response that many clients receive. It is serialized once for each `Date` value.
///
/// The response must contain all its fields.
final class SharedHead: Sendable {
    private let latest = Mutex<(date: HTTPDate, bytes: ByteSlice)?>(nil)

    /// Returns the header for a date; `serialize` creates it if the latest one is of another date.
    func bytes(for date: HTTPDate, _ serialize: () -> ByteSlice) -> ByteSlice {
        latest.withLock { latest in
            if let latest, latest.date == date { return latest.bytes }
            let bytes = serialize()
            latest = (date, bytes)
            return bytes
        }
    }
}
