/// The pattern of pattern encryption: blocks of 16 bytes that are encrypted, followed by blocks that are skipped
/// (ISO/IEC 23001-7 9.6).
package struct EncryptionPattern: Sendable, Hashable {
    package var encrypted: UInt8
    package var skipped: UInt8

    /// Numbers of blocks, 0 to 15.
    package init(encrypted: UInt8, skipped: UInt8) {
        self.encrypted = encrypted & 15
        self.skipped = skipped & 15
    }

    /// One of ten blocks, for video.
    package static let video = EncryptionPattern(encrypted: 1, skipped: 9)
    /// All blocks, for audio. Readers treat 1:0 and 10:0 alike.
    package static let full = EncryptionPattern(encrypted: 0, skipped: 0)

    /// Whether all blocks are encrypted.
    package var isFull: Bool { skipped == 0 }
    /// The byte of `tenc` and `seig`.
    package var rawValue: UInt8 { encrypted << 4 | skipped }
    /// The pattern of a byte of `tenc` or `seig`.
    package init(rawValue: UInt8) { self.init(encrypted: rawValue >> 4, skipped: rawValue & 15) }
}
