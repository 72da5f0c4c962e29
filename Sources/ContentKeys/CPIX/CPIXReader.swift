import ContentProtection

/// Reads documents in CPIX 2.3 and earlier versions of CPIX 2.
struct CPIXReader {
    private let document: XMLDocument
    private let recipient: RecipientKey?
    /// The key that encrypts content keys; nil before the delivery data is read, and for keys in the clear.
    private var documentKey: DocumentKey?

    /// Parses XML. `recipient` decrypts keys that are not in the clear.
    init(_ bytes: UnsafeRawBufferPointer, recipient: RecipientKey?) throws(ProtectionError) {
        document = try XMLDocument(bytes)
        self.recipient = recipient
        guard document.root.name == "CPIX", document.root.namespace == "urn:dashif:org:cpix" else {
            throw .keyFile("the document is not CPIX: its root is '\(document.root.name.prefix(64))'")
        }
    }

    /// Returns the content.
    mutating func read() throws(ProtectionError) -> CPIXDocument {
        var result = CPIXDocument()
        let root = document.root
        result.contentID = root.attributes["contentId"]
        try readDeliveryData()
        for element in root.child("ContentKeyList")?.children("ContentKey") ?? [] {
            let key = try key(element)
            guard !result.keys.contains(where: { $0.id == key.id }) else {
                throw .keyFile("the document has two keys with the KID \(key.id)")
            }
            guard result.keys.count < 4096 else { throw .keyFile("the document has more than 4096 keys") }
            result.keys.append(key)
        }
        for element in root.child("DRMSystemList")?.children("DRMSystem") ?? [] {
            let (id, declaration) = try CPIXSystemReader(document).declaration(element)
            result.declarations[id, default: []].append(declaration)
        }
        for (position, element) in (root.child("ContentKeyPeriodList")?.children("ContentKeyPeriod") ?? []).enumerated()
        {
            guard let id = element.attributes["id"] else { continue }
            let index = element.attributes["index"].map { Int($0) } ?? position
            guard let index else { throw .keyFile("the index of the key period '\(id.prefix(64))' is not a number") }
            result.periods.append(CPIXDocument.Period(id: id, index: index))
        }
        for element in root.child("ContentKeyUsageRuleList")?.children("ContentKeyUsageRule") ?? [] {
            result.rules.append(try CPIXRuleReader(element).rule())
        }
        return result
    }

    private mutating func readDeliveryData() throws(ProtectionError) {
        let recipients = document.root.child("DeliveryDataList")?.children("DeliveryData") ?? []
        guard !recipients.isEmpty else { return }
        guard let recipient else {
            throw .keyFile("the keys of the document are encrypted; set private-key to the key of the recipient")
        }
        // A document may be for several recipients, and the certificates of some are only named.
        for element in recipients.prefix(16) {
            guard let key = element.child("DocumentKey")?.descendant("EncryptedValue"),
                let secret = try decrypt(key, recipient)
            else { continue }
            documentKey = try DocumentKey(secret, authentication: try authentication(element, recipient))
            return
        }
        throw .keyFile("the keys of the document are not encrypted for the private key")
    }

    private func authentication(
        _ element: XMLElement, _ recipient: RecipientKey
    ) throws(ProtectionError) -> (method: DocumentKey.Authentication, key: SecretBytes)? {
        guard let method = element.child("MACMethod") else { return nil }
        guard let algorithm = DocumentKey.Authentication(method.attributes["Algorithm"]) else {
            throw .keyFile("the document uses an unknown algorithm of MACMethod; HMAC-SHA256 and HMAC-SHA512 are known")
        }
        guard let value = method.child("Key"), let key = try decrypt(value, recipient) else {
            throw .keyFile("the authentication key of the document cannot be decrypted")
        }
        return (algorithm, key)
    }

    private func decrypt(_ element: XMLElement, _ recipient: RecipientKey) throws(ProtectionError) -> SecretBytes? {
        guard let method = element.descendant("EncryptionMethod"), let value = element.descendant("CipherValue") else {
            return nil
        }
        guard let transport = KeyTransport(method) else {
            throw .keyFile("the document key is not encrypted by RSA-OAEP with SHA-1 or SHA-256")
        }
        return try recipient.decrypt(try document.data(of: value), transport)
    }

    private func key(_ element: XMLElement) throws(ProtectionError) -> CPIXDocument.Key {
        guard let id = element.attributes["kid"].flatMap({ KeyIdentifier($0) }) else {
            throw .keyFile("a ContentKey has no valid 'kid'")
        }
        var key = CPIXDocument.Key(id: id)
        key.scheme = element.attributes["commonEncryptionScheme"]
        if let text = element.attributes["explicitIV"] {
            let bytes = Array(text.utf8).withUnsafeBytes { SecretBase64.decode($0)?.withBytes { Array($0) } }
            guard let bytes, bytes.count == 16, let vector = InitializationVector(bytes) else {
                throw .keyFile("the explicitIV of the key \(id) is not base64 of 16 bytes")
            }
            key.vector = vector
        }
        guard element.attributes["dependsOnKey"] == nil else {
            throw .keyFile("the key \(id) depends on another key; key hierarchies are not supported")
        }
        if let secret = element.child("Data")?.descendant("Secret") {
            key.value = try value(secret, id)
        }
        if let value = key.value, value.count != 16 {
            throw .keyFile("the key \(id) has \(value.count) bytes; AES-128 requires 16")
        }
        return key
    }

    private func value(_ secret: XMLElement, _ id: KeyIdentifier) throws(ProtectionError) -> SecretBytes? {
        if let plain = secret.child("PlainValue") { return try document.secret(of: plain) }
        guard let encrypted = secret.child("EncryptedValue") else { return nil }
        guard let documentKey else {
            throw .keyFile("the key \(id) is encrypted, but the document has no DeliveryData")
        }
        let algorithm = encrypted.descendant("EncryptionMethod")?.attributes["Algorithm"]
        guard algorithm?.hasPrefix("http://www.w3.org/2001/04/xmlenc#aes") == true, algorithm?.hasSuffix("-cbc") == true
        else { throw .keyFile("the key \(id) is not encrypted by AES in CBC mode") }
        guard let element = encrypted.descendant("CipherValue") else {
            throw .keyFile("the EncryptedValue of the key \(id) has no CipherValue")
        }
        let cipher = try document.data(of: element)
        if documentKey.isAuthenticated {
            guard let code = secret.child("ValueMAC"), documentKey.isAuthentic(cipher, try document.data(of: code))
            else { throw .keyFile("the key \(id) is not authentic: its ValueMAC is missing or wrong") }
        }
        guard let value = try documentKey.decrypt(cipher) else {
            throw .keyFile("the key \(id) cannot be decrypted with the document key")
        }
        return value
    }
}
