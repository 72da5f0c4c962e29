/// The syntax of the names of pipelines, which are path segments of URLs.
package enum PipelineName {
    /// The description of valid names.
    package static let syntax =
        "names consist of at most 64 letters, digits, '.', '-' and '_', and start with a letter or digit"

    /// Whether a text is a valid name.
    package static func isValid(_ text: String) -> Bool {
        guard (1...64).contains(text.utf8.count), let first = text.utf8.first, isAlphanumeric(first) else {
            return false
        }
        return text.utf8.allSatisfy { isAlphanumeric($0) || [UInt8(ascii: "."), 0x2D, 0x5F].contains($0) }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
}
