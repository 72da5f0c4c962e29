import ContentProtection
import Media

/// Base64 of secrets, decoded into protected memory.
enum SecretBase64 {
    /// Decodes text; white space is allowed. Returns nil for other characters, and for incomplete text.
    static func decode(_ text: UnsafeRawBufferPointer) -> SecretBytes? {
        guard let memory = ProtectedMemory(count: max(1, text.count)) else { return nil }
        var (group, digits, padding, count) = (UInt32(0), 0, 0, 0)
        for byte in text where byte != 0x20 && !(0x09...0x0d).contains(byte) {
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let value = Base64Text.digit(byte) else { return nil }
            group = group << 6 | value
            digits += 1
            guard digits == 4 else { continue }
            for shift in [16, 8, 0] as [UInt32] {
                memory.bytes[count] = UInt8(truncatingIfNeeded: group >> shift)
                count += 1
            }
            (group, digits) = (0, 0)
        }
        switch digits {
        case 0: guard padding == 0 else { return nil }
        case 2:
            guard padding == 2 else { return nil }
            memory.bytes[count] = UInt8(truncatingIfNeeded: group >> 4)
            count += 1
        case 3:
            guard padding == 1 else { return nil }
            memory.bytes[count] = UInt8(truncatingIfNeeded: group >> 10)
            memory.bytes[count + 1] = UInt8(truncatingIfNeeded: group >> 2)
            count += 2
        default: return nil
        }
        return SecretBytes(memory: memory, count: count)
    }
}

extension XMLDocument {
    /// Decodes the base64 text of an element into protected memory.
    func secret(of element: XMLElement) throws(ProtectionError) -> SecretBytes {
        guard let decoded = withText(of: element, SecretBase64.decode) else {
            throw .keyFile("the text of '\(element.name)' is not base64")
        }
        return decoded
    }

    /// Decodes the base64 text of an element that is not secret.
    func data(of element: XMLElement) throws(ProtectionError) -> [UInt8] {
        try secret(of: element).withBytes { Array($0) }
    }
}
