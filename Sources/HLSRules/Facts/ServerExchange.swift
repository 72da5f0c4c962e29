package import Media

/// One request to a server and what is known of its answer.
package struct ServerExchange: Sendable {
    /// What was asked for.
    package enum Subject: String, Sendable, Hashable {
        case multivariantPlaylist, mediaPlaylist, initialization, segment, part, key, other

        package var isPlaylist: Bool { self == .multivariantPlaylist || self == .mediaPlaylist }
    }

    /// What is between the two ends.
    package enum Encryption: String, Sendable, Hashable {
        /// Nothing: text anybody on the way can read.
        case clear
        case current
        /// A version of TLS that is not to be used any more was tried, and taken (RFC 8996).
        case outdated
    }

    /// A field of the answer's header.
    package struct Field: Sendable, Hashable {
        /// In lower case.
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package var subject: Subject
    /// As findings name it.
    package var name: String
    /// The whole address, with the directives of delivery in its query.
    package var url: String
    package var status: Int
    package var fields: [Field]
    /// When the request was sent, counted from the beginning of the validation.
    package var requestTime: MediaTime
    /// How long after that the first byte of the answer's body came.
    package var firstByte: MediaTime
    /// How long after the request the last one came.
    package var lastByte: MediaTime
    /// Bytes of the body as they were sent.
    package var size: Int
    /// How often the server sent the request to another address.
    package var redirects = 0
    /// The version of HTTP, 1 to 3; nil where it is not known.
    package var httpVersion: Int?
    /// nil where it is not known.
    package var encryption: Encryption?
    /// Whether the server is on the same machine.
    package var isLocal = false
    /// Whether nothing names what was asked for: it was to see how the server says that it is not there.
    package var isProbeForMissing = false
    /// The playlist that was asked for, or that names what was asked for.
    package var playlist: ServedPlaylist?
    /// What the request asked of the server's delivery; nil for an ordinary one.
    package var delivery: DeliveryProbe?
    /// How long ago a segment had left its playlist, as far as is known; nil where it is still there.
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

    /// The first value of a field; the name in lower case.
    package subscript(field name: String) -> String? { fields.first { $0.name == name }?.value }
}
