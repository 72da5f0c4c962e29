package import Media

/// The data of a protection system (ISO/IEC 23001-7 8.1).
package struct ProtectionSystemBox: Box {
    package static let type: FourCC = "pssh"

    package var header = FullBoxHeader()
    package var systemID = [UInt8](repeating: 0, count: 16)
    /// The key IDs, 16 bytes each. Not in version 0.
    package var keyIDs: EntryTable<KeyID> = []
    package var data: [UInt8] = []

    package init() {}

    /// A key ID of 16 bytes.
    package struct KeyID: TableEntry {
        package var high: UInt64 = 0
        package var low: UInt64 = 0

        package init() {}

        package mutating func layout(_ visitor: inout some FieldVisitor, _: FullBoxHeader) {
            visitor.field(&high)
            visitor.field(&low)
        }
    }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.bytes(&systemID, count: 16)
        if header.version > 0 { visitor.countedTable(&keyIDs, form: header) }
        var size = UInt32(truncatingIfNeeded: data.count)
        visitor.count(&size)
        visitor.bytes(&data, count: Int(size))
    }

    package var fields: [BoxTree.Field] {
        let name = DumpedText.system(systemID).map { [BoxTree.Field("name", $0)] } ?? []
        // The identifiers of the box and of its data, which players of Widevine and PlayReady read.
        let content = SystemBoxContent(self)
        let listed = content.keyIDs.prefix(16).map { BoxTree.Field("KID", DumpedText.hex($0)) }
        let schemes = (content.schemes ?? []).map { BoxTree.Field("scheme", DumpedText.printable($0)) }
        let url = content.licenceURL.map { [BoxTree.Field("licence", DumpedText.printable($0))] } ?? []
        let fault = content.fault.map { [BoxTree.Field("unreadable", $0)] } ?? []
        return [.version(header), .init("system", DumpedText.hex(systemID))] + name + listed
            + schemes + url + [.init("data", "\(data.count) bytes")] + fault
    }
}
