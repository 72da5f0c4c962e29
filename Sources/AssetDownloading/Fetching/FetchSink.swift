/// Where the bytes of an answer go; called on the thread of the transfers, which it must not hold up.
package protocol FetchSink: AnyObject, Sendable {
    /// Takes the header of the final answer, whose status is a success.
    func begin(_ head: ResponseHead) throws(AssetDownloadError)
    /// Takes the next bytes of the body.
    func take(_ bytes: UnsafeRawBufferPointer) throws(AssetDownloadError)
}

/// What a finished fetch leaves besides the bytes.
package struct FetchOutcome: Sendable, Hashable {
    package var head: ResponseHead
    /// The address that answered, after redirects.
    package var url: String
    /// Where the answer is from.
    package var scope: AddressScope

    package init(head: ResponseHead, url: String, scope: AddressScope) {
        self.head = head
        self.url = url
        self.scope = scope
    }
}
