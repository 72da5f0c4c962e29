import CNGHTTP2

/// The header of a response as nghttp2 takes it (RFC 9113 8.3.2).
struct HTTP2Fields {
    private var bytes: [UInt8] = []
    private var lengths: [(name: Int, value: Int)] = []

    init(_ response: OriginResponse, date: HTTPDate) {
        add(":status", "\(response.status)")
        add("date", "\(date)")
        add("server", "sluice")
        for (name, value) in response.fields { add(name.lowercased(), value) }
        // What is not modified has a length that is not said.
        if response.status != 304 { add("content-length", "\(response.bodyLength)") }
    }

    private mutating func add(_ name: String, _ value: String) {
        bytes += name.utf8
        bytes += value.utf8
        lengths.append((name.utf8.count, value.utf8.count))
    }

    /// The fields, valid during the call.
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

extension OriginResponse {
    /// How soon it is sent where the client says nothing of that, 0 for first (RFC 9218 4.1).
    ///
    /// A player that waits for a playlist does not know yet what to ask for, so that playlists overtake media.
    var urgency: UInt32 {
        switch field("Content-Type") {
        case "application/vnd.apple.mpegurl": 1
        default: UInt32(NGHTTP2_EXTPRI_DEFAULT_URGENCY)
        }
    }
}
