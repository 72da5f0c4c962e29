extension String {
    /// The text of UTF-16 code units in bytes, without a byte order mark; a byte after the last unit is ignored.
    package init(utf16 bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index -> UInt16 in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        self.init(decoding: units, as: UTF16.self)
    }
}
