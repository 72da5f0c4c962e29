package import ContentProtection

/// Keys of a server with the protocol of `Documentation/Keys.md`: a GET request for each key, or for all keys of a period.
package struct KeyServerProvider: KeyProvider {
    private let server: KeyServer
    private let groups: [KeyGroup]
    private let content: String

    /// The server, whose URL may contain `{period}`, `{label}` and `{kid}`; the track classes of the keys; and the name
    /// of the content, which KIDs are derived from.
    package init(_ server: KeyServer, groups: [KeyGroup], content: String) {
        (self.server, self.groups, self.content) = (server, groups, content)
    }

    package var isConstant: Bool { !server.url.contains("{period}") && !server.url.contains("{kid}") }

    /// Whether each key is requested separately.
    private var requestsSingleKeys: Bool { server.url.contains("{label}") || server.url.contains("{kid}") }

    package func keys(ofPeriod period: Int) throws(ProtectionError) -> KeySet {
        guard requestsSingleKeys else {
            return try keySet(try response(KeyGroup.all, period), KeyGroup.all, period)
        }
        var keys: [ContentKey] = []
        for group in groups.isEmpty ? [KeyGroup.all] : groups {
            keys += try keySet(try response(group, period), group, period).keys
        }
        return try KeySet(keys)
    }

    private func id(_ group: KeyGroup, _ period: Int) -> KeyIdentifier {
        KeyIdentifier(content: content, period: isConstant ? 0 : period, group)
    }

    private func response(_ group: KeyGroup, _ period: Int) throws(ProtectionError) -> SecretBytes {
        let url = server.url.replacing("{period}", with: "\(period)").replacing("{label}", with: group.description)
            .replacing("{kid}", with: "\(id(group, period))")
        return try server.response(
            to: url, fields: ["Accept: application/json, application/octet-stream"], limit: KeyFile.maximumSize)
    }

    /// Reads 16 bytes of key, or a key file. If the key of a group has no labels, it is for the group.
    private func keySet(
        _ response: SecretBytes, _ group: KeyGroup, _ period: Int
    ) throws(ProtectionError) -> KeySet {
        if response.count == 16 {
            return try KeySet([ContentKey(id: id(group, period), secret: response, labels: group.labels)])
        }
        guard response.withBytes({ $0.first { $0 > 0x20 } }) == UInt8(ascii: "{") else {
            throw .keyFile(
                "the response of the key server is neither a key of 16 bytes nor a key file: it has "
                    + "\(response.count) bytes")
        }
        let set: KeySet
        do throws(ProtectionError) {
            set = try response.withBytes { bytes throws(ProtectionError) in try KeyFile.read(document: bytes) }
        } catch {
            throw .keyFile("the response of the key server: \(error)")
        }
        guard requestsSingleKeys, set.keys.count == 1, set.keys[0].labels.isEmpty else { return set }
        return try KeySet([set.keys[0].with(labels: group.labels)])
    }
}

extension KeyIdentifier {
    /// The KID of a key that a server creates for a content, a period and track classes.
    init(content: String, period: Int, _ group: KeyGroup) {
        self.init(name: "\(content)/\(period)/\(group)")
    }
}
