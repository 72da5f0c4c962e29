package import Media

/// One request to a server and its response.
package struct ServerExchange: Sendable {
    /// The type of the requested resource.
    package enum Subject: String, Sendable, Hashable {
        case multivariantPlaylist, mediaPlaylist, initialization, segment, part, key, other

        package var isPlaylist: Bool { self == .multivariantPlaylist || self == .mediaPlaylist }
    }

    /// The encryption of the connection.
    package enum Encryption: String, Sendable, Hashable {
        /// No encryption.
        case clear
        case current
        /// The server accepted a deprecated version of TLS (RFC 8996).
        case outdated
    }

    /// A field of the response header.
    package struct Field: Sendable, Hashable {
        /// The name in lower case.
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package var subject: Subject
    /// The name in findings.
    package var name: String
    /// The absolute URL, including delivery directives in the query.
    package var url: String
    package var status: Int
    package var fields: [Field]
    /// The time of the request since the start of the validation.
    package var requestTime: MediaTime
    /// The duration until the first byte of the response body.
    package var firstByte: MediaTime
    /// The duration from the request until the last byte.
    package var lastByte: MediaTime
    /// The size of the transferred body in bytes.
    package var size: Int
    /// The number of redirects.
    package var redirects = 0
    /// The major HTTP version, 1 to 3; nil if unknown.
    package var httpVersion: Int?
    /// The encryption of the connection; nil if unknown.
    package var encryption: Encryption?
    /// Whether the server is on the same host.
    package var isLocal = false
    /// Whether the request was for a resource that does not exist, to test the response to it.
    package var isProbeForMissing = false
    /// The requested playlist, or the playlist that references the requested resource.
    package var playlist: ServedPlaylist?
    /// The delivery directives of the request; nil for an ordinary request.
    package var delivery: DeliveryProbe?
    /// The known time since the removal of a segment from its playlist; nil if it is still listed.
    package var timeSinceRemoval: MediaTime?

    package init(
        subject: Subject, name: String, url: String, status: Int, fields: [Field], requestTime: MediaTime,
        firstByte: MediaTime, lastByte: MediaTime, size: Int
    ) {
        self.subject = subject
        self.name = name
        self.url = url
        self.status = status
        self.fields = fields
        self.requestTime = requestTime
        self.firstByte = firstByte
        self.lastByte = lastByte
        self.size = size
    }

    /// Returns the first value of a header field; `name` is in lower case.
    package subscript(field name: String) -> String? { fields.first { $0.name == name }?.value }
}
