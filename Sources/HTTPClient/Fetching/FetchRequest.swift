/// What a server is asked for, and how much patience and room there is for the answer.
package struct FetchRequest: Sendable {
    /// An absolute `http` or `https` address.
    package var url: String
    /// The bytes that are wanted; nil for all of them. A length of nil goes to the end.
    package var range: (offset: Int, length: Int?)?
    /// What is to become of the resource.
    package var method = FetchMethod.get
    /// What the resource has to be still for a range of it to be sent (RFC 9110 13.1.5).
    package var ifRange: String?
    /// Whether the answer may be compressed; for text only.
    package var takesCompression: Bool
    /// Whether an answer with any status is one; otherwise those that are no success are thrown.
    package var takesAnyStatus = false
    /// Whether nothing is asked for but a connection, with TLS 1.0 or 1.1 and whatever certificate: to see who takes it.
    package var isOutdatedHandshake = false
    /// A file of PEM with those who may sign the server's certificate; nil for the system's.
    package var authorities: String?
    package var rules: FetchRules
    package var limits: FetchLimits

    package init(
        url: String, range: (offset: Int, length: Int?)? = nil, ifRange: String? = nil,
        takesCompression: Bool = false, rules: FetchRules = FetchRules(), limits: FetchLimits = FetchLimits()
    ) {
        self.url = url
        self.range = range
        self.ifRange = ifRange
        self.takesCompression = takesCompression
        self.rules = rules
        self.limits = limits
    }
}

/// Where requests may go.
package struct FetchRules: Sendable, Hashable {
    /// The nearest scope that may be reached; nil before a first answer has said where the page is from.
    package var reach: AddressScope?
    package var table: AddressTable
    /// Fields that go with every request to the host that the user named, such as a cookie.
    package var fields: [String]
    /// The origin whose requests carry the fields, such as `https://example.com:443`.
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

    /// Throws where an address is not to be asked for at all, whoever names it.
    package func check(_ url: String) throws(TransferError) {
        guard let address = WebAddress(url) else {
            throw TransferError(.refused, "'\(url.prefix(200))' is not an address; http: and https: are fetched")
        }
        guard let literal = IPAddress(address.host) else { return }
        try check(literal, of: url)
    }

    /// Throws where the rules keep requests from a server's address.
    package func check(_ server: IPAddress, of url: String) throws(TransferError) {
        let scope = table.scope(of: server)
        guard let reach, scope > reach else { return }
        throw TransferError(
            .refused, "'\(url.prefix(200))' is on \(scope), and what names it is from \(reach): not asked for")
    }
}

/// The bounds of one request.
package struct FetchLimits: Sendable, Hashable {
    /// The largest body, in bytes, after decompression.
    package var size = 16 << 30
    /// All lines of the header together, in bytes.
    package var headerSize = 256 << 10
    package var redirects = 10
    /// Seconds until a connection stands.
    package var connectSeconds = 15
    /// Seconds that a server may send more slowly than ``slowestRate``.
    package var slowSeconds = 20
    /// In bytes per second.
    package var slowestRate = 256
    /// Seconds for the whole request.
    package var totalSeconds = 3600

    package init() {}

    /// The bounds of a playlist, a key or a picture, which is kept in memory.
    package static func memory(size: Int) -> FetchLimits {
        var limits = FetchLimits()
        limits.size = size
        limits.totalSeconds = 120
        return limits
    }
}
