package import Media

/// One compression or encryption of a track's frames (RFC 9559 5.1.4.1.31.1).
package struct ContentEncoding: MasterElement {
    package static let id: ElementID = 0x6240
    package static let fields: [ElementField<Self>] = [
        .unsigned(0x5031, "ContentEncodingOrder", \.order),
        .unsigned(0x5032, "ContentEncodingScope", \.scope),
        .unsigned(0x5033, "ContentEncodingType", \.type),
        .master("ContentCompression", \.compression),
        .master("ContentEncryption", \.encryption),
    ]

    /// Encodings of the highest order are undone first.
    package var order: UInt64 = 0
    /// Bits: 1 for frames, 2 for the decoder configuration, 4 for the next encoding.
    package var scope: UInt64 = 1
    /// 0 for compression, 1 for encryption.
    package var type: UInt64 = 0
    package var compression: Compression?
    package var encryption: Encryption?

    package init() {}

    package struct Compression: MasterElement {
        package static let id: ElementID = 0x5034
        package static let fields: [ElementField<Self>] = [
            .unsigned(0x4254, "ContentCompAlgo", \.algorithm), .binary(0x4255, "ContentCompSettings", \.settings),
        ]

        /// 0 for zlib, 1 for bzip2, 2 for LZO, 3 for header stripping.
        package var algorithm: UInt64 = 0
        /// The bytes that header stripping removed from the start of each frame.
        package var settings: ByteSlice?

        package init() {}
    }

    package struct Encryption: MasterElement {
        package static let id: ElementID = 0x5035
        package static let fields: [ElementField<Self>] = [
            .unsigned(0x47e1, "ContentEncAlgo", \.algorithm), .binary(0x47e2, "ContentEncKeyID", \.keyID),
        ]

        package var algorithm: UInt64 = 0
        package var keyID: ByteSlice?

        package init() {}
    }
}
