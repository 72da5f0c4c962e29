/// The state of a segment that the playlist declares as entirely encrypted.
package enum SegmentEncryption: Sendable, Hashable {
    /// The bytes are still encrypted; `fault` is the reason why decryption with an available key failed.
    case encrypted(fault: String?)
    /// The bytes have been decrypted; `storedSize` is the size of the encrypted segment.
    case decrypted(storedSize: Int)
}
