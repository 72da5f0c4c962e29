/// Text of QuickTime user data, in a box whose type is the kind of the text.
package struct UserDataText: BoxContent {
    /// The packed language.
    package var language: UInt16 = 0
    package var text: [UInt8] = []

    package init() {}

    /// Text, truncated to 65535 bytes.
    init(_ text: String, language: UInt16) {
        self.language = language
        self.text = Array(text.utf8.prefix(Int(UInt16.max)))
    }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        var size = UInt16(clamping: text.count)
        visitor.count(&size)
        visitor.field(&language)
        visitor.bytes(&text, count: Int(size))
    }
}
