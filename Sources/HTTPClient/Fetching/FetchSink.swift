/// Where the bytes of an answer go; called on the thread of the transfers, which it must not hold up.
package protocol FetchSink: AnyObject, Sendable {
    /// Takes the header of the final answer, whose status is a success.
    func begin(_ head: ResponseHead) throws(TransferError)
    /// Takes the next bytes of the body.
    func take(_ bytes: UnsafeRawBufferPointer) throws(TransferError)
}

/// What a finished fetch leaves besides the bytes.
package struct FetchOutcome: Sendable, Hashable {
    package var head: ResponseHead
    /// The address that answered, after redirects.
    package var url: String
    /// Where the answer is from.
    package var scope: AddressScope
    package var measures: FetchMeasures

    package init(head: ResponseHead, url: String, scope: AddressScope, measures: FetchMeasures = FetchMeasures()) {
        self.head = head
        self.url = url
        self.scope = scope
        self.measures = measures
    }
}

/// What was measured of a fetch.
package struct FetchMeasures: Sendable, Hashable {
    /// Seconds from the request, and from the connection where there was none, to the first byte of the answer.
    package var firstByte = 0.0
    /// Seconds to the last byte.
    package var lastByte = 0.0
    /// Bytes of the body as they were sent.
    package var size = 0
    package var redirects = 0
    /// 1 to 3; nil where it is not known.
    package var httpVersion: Int?

    package init() {}
}
