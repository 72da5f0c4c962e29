package import ContentProtection
package import Media

/// Keys of a server that speaks SPEKE 2: CPIX documents by POST.
package struct SPEKEProvider: KeyProvider {
    private let server: KeyServer
    private let groups: [KeyGroup]
    private let contentID: String
    private let systems: [ProtectionSystem]
    private let method: SegmentProtection.Method
    private let recipient: (certificate: String, key: String)?

    /// The server; the name of the content; the track classes of the keys, empty for one key; the key systems to
    /// request data for; and the paths of a certificate, for which the server encrypts keys, and its private key.
    package init(
        _ server: KeyServer, contentID: String, groups: [KeyGroup], systems: [ProtectionSystem],
        method: SegmentProtection.Method, recipient: (certificate: String, key: String)?
    ) {
        (self.server, self.contentID, self.systems, self.method) = (server, contentID, systems, method)
        self.groups = groups.isEmpty ? [KeyGroup.all] : groups
        self.recipient = recipient
    }

    package var isConstant: Bool { false }

    package func keys(ofPeriod period: Int) throws(ProtectionError) -> KeySet {
        let key: RecipientKey? = if let recipient { try RecipientKey(path: recipient.key) } else { nil }
        let certificate: String? =
            if let recipient { try Certificate.base64(path: recipient.certificate) } else { nil }
        let request = SPEKERequest(
            contentID: contentID, groups: groups, systems: systems, method: method, period: period,
            certificate: certificate)
        let fields = ["Content-Type: application/xml", "Accept: application/xml", "X-Speke-Version: 2.0"]
        let response = try server.response(
            to: server.url, body: Array(request.text.utf8), fields: fields, limit: XMLDocument.maximumSize)
        do throws(ProtectionError) {
            let document = try response.withBytes { bytes throws(ProtectionError) in
                var reader = try CPIXReader(bytes, recipient: key)
                return try reader.read()
            }
            let set = try document.keySet(ofPeriod: period, method)
            // Keys with other identifiers would belong to other content.
            if let missing = request.identifiers.first(where: { id in !set.keys.contains { $0.id == id } }) {
                throw .keyFile("there is no key with the requested KID \(missing)")
            }
            return set
        } catch {
            guard case .keyFile(let reason) = error else { throw error }
            throw .keyFile("the response of the key server: \(reason)")
        }
    }
}
