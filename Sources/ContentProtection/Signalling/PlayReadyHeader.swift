import Foundation
import ISOMedia

/// The PlayReady header for some keys, an XML document.
package struct PlayReadyHeader: Sendable, Hashable {
    /// The document (`WRMHEADER`).
    package let document: String

    private static let namespace = "http://schemas.microsoft.com/DRM/2007/03/PlayReadyHeader"

    /// A document of version 4.3, or of version 4.0 for a single key of `cenc`, which older devices read.
    package init(_ keys: [ContentKey], _ scheme: ProtectionScheme) throws(ProtectionError) {
        let (version, content): (String, String)
        if scheme == .cenc, keys.count == 1, let key = keys.first {
            version = "4.0.0.0"
            content =
                "<PROTECTINFO><KEYLEN>16</KEYLEN><ALGID>AESCTR</ALGID></PROTECTINFO><KID>\(Self.text(key.id.globalBytes))"
                + "</KID><CHECKSUM>\(Self.text(try Self.checksum(key)))</CHECKSUM>"
        } else {
            version = "4.3.0.0"
            let algorithm = scheme == .cbcs ? "AESCBC" : "AESCTR"
            let kids = keys.map { "<KID ALGID=\"\(algorithm)\" VALUE=\"\(Self.text($0.id.globalBytes))\"></KID>" }
            content = "<PROTECTINFO><KIDS>\(kids.joined())</KIDS></PROTECTINFO>"
        }
        document = "<WRMHEADER xmlns=\"\(Self.namespace)\" version=\"\(version)\"><DATA>\(content)</DATA></WRMHEADER>"
    }

    private static func text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// The first eight bytes of the identifier encrypted with the key.
    private static func checksum(_ key: ContentKey) throws(ProtectionError) -> [UInt8] {
        let cipher = try key.cipher()
        var (block, vector) = (key.id.globalBytes, InitializationVector(high: 0, low: 0))
        block.withUnsafeMutableBytes { cipher.encryptChain($0, &vector) }
        return Array(block.prefix(8))
    }

    /// The object with the document.
    package var object: [UInt8] { PlayReadyObject(document: document).bytes }
}

extension KeyIdentifier {
    /// The bytes as a GUID, whose first three fields are little-endian.
    package var globalBytes: [UInt8] { PlayReadyObject.swapped(bytes) }
}
