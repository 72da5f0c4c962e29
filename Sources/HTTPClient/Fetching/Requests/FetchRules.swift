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

    /// Returns the rules for redirects by a server, which may lead no closer to this machine than the server is.
    package func redirected(by server: AddressScope?) -> FetchRules {
        var rules = self
        rules.reach = [reach, server].compactMap(\.self).min()
        return rules
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
        // Servers on the local link provide credentials to this machine, also if it references them itself.
        guard let reach, scope > reach || scope == .link && reach != .link else { return }
        throw TransferError(
            .refused, "'\(url.prefix(200))' is on \(scope), but is referenced from \(reach); not requested")
    }
}
