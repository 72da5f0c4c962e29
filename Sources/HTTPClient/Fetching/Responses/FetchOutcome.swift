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
