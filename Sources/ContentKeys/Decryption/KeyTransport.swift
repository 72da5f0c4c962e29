import COpenSSL

/// RSA-OAEP (RFC 8017 7.1) with the hash functions that a document names.
struct KeyTransport: Hashable {
    /// A hash function.
    enum Digest: Hashable {
        case sha1, sha256

        var function: OpaquePointer? {
            switch self {
            case .sha1: EVP_sha1()
            case .sha256: EVP_sha256()
            }
        }
    }

    var digest = Digest.sha1
    var maskDigest = Digest.sha1

    /// Reads `EncryptionMethod` (XML Encryption 1.1 5.5.2). Returns nil for another algorithm.
    init?(_ method: XMLElement) {
        switch method.attributes["Algorithm"] {
        case "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"?: break
        case "http://www.w3.org/2009/xmlenc11#rsa-oaep"?:
            switch method.child("MGF")?.attributes["Algorithm"] {
            case nil, "http://www.w3.org/2009/xmlenc11#mgf1sha1"?: break
            case "http://www.w3.org/2009/xmlenc11#mgf1sha256"?: maskDigest = .sha256
            default: return nil
            }
        default: return nil
        }
        switch method.child("DigestMethod")?.attributes["Algorithm"] {
        case nil, "http://www.w3.org/2000/09/xmldsig#sha1"?: break
        case "http://www.w3.org/2001/04/xmlenc#sha256"?: digest = .sha256
        default: return nil
        }
        // A label is part of the padding; no document of keys has one.
        guard method.child("OAEPparams") == nil else { return nil }
    }
}
