import CNGHTTP2
import Media

/// A response's header fields in nghttp2's format (RFC 9113 8.3.2).
struct HTTP2Fields {
    private var bytes: [UInt8] = []
    private var lengths: [(name: Int, value: Int)] = []

    init(_ response: HTTPResponse, date: HTTPDate, hasLength: Bool = true) {
        add(":status", "\(response.status)")
        add("date", "\(date)")
        add("server", "sluice")
        for (name, value) in response.fields { add(name.lowercased(), value) }
        // In a 304 response, Content-Length would have to be the length of the full resource (RFC 9110 8.6).
        if response.status != 304, hasLength { add("content-length", "\(response.bodyLength)") }
    }

    private mutating func add(_ name: String, _ value: String) {
        bytes += name.utf8
        bytes += value.utf8
        lengths.append((name.utf8.count, value.utf8.count))
    }

    /// Calls `body` with the fields, which are valid during the call.
    func withFields<Result>(_ body: (UnsafeBufferPointer<nghttp2_nv>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { bytes in
            var next = UnsafeMutablePointer(mutating: bytes.baseAddress!)
            let fields = lengths.map { length in
                defer { next += length.name + length.value }
                return nghttp2_nv(
                    name: next, value: next + length.name, namelen: length.name, valuelen: length.value,
                    flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue))
            }
            return fields.withUnsafeBufferPointer(body)
        }
    }
}

extension HTTPResponse {
    /// The priority of the response if the client declares none; 0 is the most urgent (RFC 9218 4.1).
    ///
    /// Playlists precede media, because a player cannot request the next segment before it has the playlist.
    var urgency: UInt32 {
        switch field("Content-Type") {
        case "application/vnd.apple.mpegurl": 1
        default: UInt32(NGHTTP2_EXTPRI_DEFAULT_URGENCY)
        }
    }
}
