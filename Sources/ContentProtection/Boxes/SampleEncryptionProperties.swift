import ISOMedia

/// The encryption of samples, from `tenc` or a description of a `seig` group (ISO/IEC 23001-7 6 and 8.2).
struct SampleEncryptionProperties: Sendable, Hashable {
    var isProtected: Bool
    var pattern: EncryptionPattern
    var vectorSize: Int
    var keyID: [UInt8]
    var constantVector: [UInt8]

    init(_ box: TrackEncryptionBox) {
        isProtected = box.isProtected != 0
        pattern = EncryptionPattern(rawValue: box.pattern)
        vectorSize = Int(box.vectorSize)
        keyID = box.keyID
        constantVector = box.constantVector
    }

    /// Reads a description of a group. Returns nil if it is not complete.
    init?(group bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count >= 20 else { return nil }
        pattern = EncryptionPattern(rawValue: bytes[1])
        isProtected = bytes[2] != 0
        vectorSize = Int(bytes[3])
        keyID = Array(bytes[4..<20])
        constantVector = []
        if isProtected, vectorSize == 0, bytes.count > 20 {
            constantVector = Array(bytes[21...].prefix(Int(bytes[20])))
        }
    }

    /// The description of a group.
    var groupDescription: [UInt8] {
        var bytes: [UInt8] = [0, pattern.rawValue, isProtected ? 1 : 0, UInt8(vectorSize)] + keyID
        if isProtected, vectorSize == 0 { bytes += [UInt8(constantVector.count)] + constantVector }
        return bytes
    }
}
