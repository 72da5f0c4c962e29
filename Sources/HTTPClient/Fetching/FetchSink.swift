/// A consumer of response bytes; called on the transfer thread, which it must not block.
package protocol FetchSink: AnyObject, Sendable {
    /// Receives the header of the final, successful response.
    func begin(_ head: ResponseHead) throws(TransferError)
    /// Receives the next bytes of the body.
    func write(_ bytes: UnsafeRawBufferPointer) throws(TransferError)
}

/// The result of a completed fetch, besides the bytes.
package struct FetchOutcome: Sendable, Hashable {
    package var head: ResponseHead
    /// The final URL, after redirects.
    package var url: String
    /// The network scope of the responding server.
    package var scope: AddressScope
    package var measures: FetchMeasures

    package init(head: ResponseHead, url: String, scope: AddressScope, measures: FetchMeasures = FetchMeasures()) {
        self.head = head
        self.url = url
        self.scope = scope
        self.measures = measures
    }
}

/// Measurements of a fetch.
package struct FetchMeasures: Sendable, Hashable {
    /// The time from the request, including connecting, to the first byte of the response, in seconds.
    package var firstByte = 0.0
    /// The time to the last byte, in seconds.
    package var lastByte = 0.0
    /// The size of the body as transferred, in bytes.
    package var size = 0
    package var redirects = 0
    /// The major version from 1 to 3; nil if unknown.
    package var httpVersion: Int?

    package init() {}
}
