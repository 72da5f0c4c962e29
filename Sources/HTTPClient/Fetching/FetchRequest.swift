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

/// The rules for permitted requests.
package struct FetchRules: Sendable, Hashable {
    /// The narrowest scope that may be contacted; nil until the first response determines it.
    package var reach: AddressScope?
    package var table: AddressTable
    /// Header fields for requests to the host given by the user, such as a cookie.
    package var fields: [String]
    /// The origin that receives the fields, such as `https://example.com:443`.
    package var fieldsOrigin: String?

    package init(
        reach: AddressScope? = nil, table: AddressTable = AddressTable(), fields: [String] = [],
        fieldsOrigin: String? = nil
    ) {
        self.reach = reach
        self.table = table
        self.fields = fields
        self.fieldsOrigin = fieldsOrigin
    }

    /// Throws if a URL is malformed, or if the rules forbid its literal IP address.
    package func validate(_ url: String) throws(TransferError) {
        guard let webURL = WebURL(url) else {
            throw TransferError(.refused, "'\(url.prefix(200))' is not a valid URL with http: or https:")
        }
        guard let literal = IPAddress(webURL.host) else { return }
        try validate(literal, of: url)
    }

    /// Throws if the rules forbid a server's address.
    package func validate(_ server: IPAddress, of url: String) throws(TransferError) {
        let scope = table.scope(of: server)
        guard let reach, scope > reach else { return }
        throw TransferError(
            .refused, "'\(url.prefix(200))' is on \(scope), but is referenced from \(reach); not requested")
    }
}

/// The limits of one request.
package struct FetchLimits: Sendable, Hashable {
    /// The maximum size of the body after decompression, in bytes.
    package var size = 16 << 30
    /// The maximum size of the response header, in bytes.
    package var headerSize = 256 << 10
    package var redirects = 10
    /// The connection timeout in seconds.
    package var connectSeconds = 15
    /// The maximum time below ``minimumRate``, in seconds.
    package var slowSeconds = 20
    /// The minimum rate in bytes per second.
    package var minimumRate = 256
    /// The timeout of the complete request, in seconds.
    package var totalSeconds = 3600

    package init() {}

    /// Returns the limits for a playlist, a key or an image, which is kept in memory.
    package static func memory(size: Int) -> FetchLimits {
        var limits = FetchLimits()
        limits.size = size
        limits.totalSeconds = 120
        return limits
    }
}
