import HLS
import Media

/// A serialized HTTP/1.1 header, valid for one `Date` value.
struct SharedHead: Sendable {
    var date: HTTPDate
    var bytes: ByteSlice
}
