package import Media

/// The handler of a track's media or of metadata (ISO/IEC 14496-12 8.4.3).
package struct HandlerBox: Box {
    package static let type: FourCC = "hdlr"

    private static let maximumNameLength = 256

    package var header = FullBoxHeader()
    /// The kind of component in QuickTime files, such as `mhlr`; 0 in other files.
    package var component = FourCC(rawValue: 0)
    package var handler = FourCC(rawValue: 0)
    package var manufacturer = FourCC(rawValue: 0)
    /// The name as stored: a C string, or a Pascal string in QuickTime files.
    package var storedName: [UInt8] = []

    package init() {}

    /// A handler without a name.
    init(_ handler: FourCC) {
        self.handler = handler
        storedName = [0]
    }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&component)
        visitor.field(&handler)
        visitor.beginOptionalFields()
        visitor.field(&manufacturer)
        visitor.reserved(8)
        visitor.bytes(&storedName, count: nil)
    }

    /// The name; nil if it is empty.
    package var name: String? {
        let length = Int(storedName.first ?? 0)
        let isPascal = component.rawValue != 0 && length > 0 && length < storedName.count
        return Self.text(isPascal ? storedName[1...length] : storedName[...])
    }

    /// Sets the name, and in QuickTime files the kind of component.
    mutating func setName(_ name: String, isQuickTime: Bool) {
        let bytes = name.utf8.filter { $0 != 0 }
        component = isQuickTime ? "mhlr" : FourCC(rawValue: 0)
        storedName = isQuickTime ? [UInt8(min(bytes.count, 255))] + bytes.prefix(255) : bytes + [0]
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: bytes.prefix(maximumNameLength).prefix { $0 != 0 }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    package var fields: [BoxTree.Field] {
        let name = Self.text(storedName[...]).map { [BoxTree.Field("name", DumpedText.printable($0))] }
        return [.init("handler", handler)] + (name ?? [])
    }
}
