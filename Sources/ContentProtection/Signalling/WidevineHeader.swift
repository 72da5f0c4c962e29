import Media

/// The data of Widevine's `pssh` box: a message in the format of protocol buffers.
package struct WidevineHeader: Sendable, Hashable {
    package var keyIDs: [KeyIdentifier]
    package var scheme: ProtectionScheme

    package init(keyIDs: [KeyIdentifier], scheme: ProtectionScheme) {
        (self.keyIDs, self.scheme) = (keyIDs, scheme)
    }

    /// Field 2, of bytes, for each key identifier; field 9, a number, with the code of the scheme.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for keyID in keyIDs { bytes += [2 << 3 | 2, 16] + keyID.bytes }
        bytes.append(9 << 3)
        var code = scheme.code.rawValue
        while code > 0x7f {
            bytes.append(UInt8(code & 0x7f) | 0x80)
            code >>= 7
        }
        return bytes + [UInt8(code)]
    }
}
