/// A request with its rules and limits.
package struct FetchRequest: Sendable {
    /// An absolute `http` or `https` URL.
    package var url: String
    /// The requested bytes; nil for all. A nil length extends to the end.
    package var range: (offset: Int, length: Int?)?
    /// The HTTP method.
    package var method = FetchMethod.get
    /// The validator that the resource must still have for a range to be sent (RFC 9110 13.1.5).
    package var ifRange: String?
    /// Whether the response may be compressed; for text only.
    package var acceptsCompression: Bool
    /// Whether responses with any status are returned; otherwise unsuccessful ones are thrown.
    package var acceptsAnyStatus = false
    /// Whether only a TLS 1.0 or 1.1 handshake without certificate validation is attempted, to test whether the server
    /// accepts it.
    package var isOutdatedHandshake = false
    /// A PEM file with the certificate authorities to trust; nil for the system's.
    package var authorities: String?
    /// The Unix socket to connect to instead of the URL's host; nil for none.
    package var unixSocket: String?
    /// Prepares the `SSL_CTX` of OpenSSL, such as for responses with secrets; nil for the defaults of libcurl.
    package var prepareTLS: (@Sendable (_ context: UnsafeMutableRawPointer) -> Void)?
    package var rules: FetchRules
    package var limits: FetchLimits

    package init(
        url: String, range: (offset: Int, length: Int?)? = nil, ifRange: String? = nil,
        acceptsCompression: Bool = false, rules: FetchRules = FetchRules(), limits: FetchLimits = FetchLimits()
    ) {
        self.url = url
        self.range = range
        self.ifRange = ifRange
        self.acceptsCompression = acceptsCompression
        self.rules = rules
        self.limits = limits
    }
}
