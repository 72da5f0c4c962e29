/// The header of an EBML file (RFC 8794 11.2.1).
package struct EBMLHeader: MasterElement {
    package static let id: ElementID = 0x1a45_dfa3
    package static let fields: [ElementField<Self>] = [
        .unsigned(0x42f7, "EBMLReadVersion", \.readVersion),
        .unsigned(0x42f2, "EBMLMaxIDLength", \.maximumIDLength),
        .unsigned(0x42f3, "EBMLMaxSizeLength", \.maximumSizeLength),
        .text(0x4282, "DocType", \.documentType),
        .unsigned(0x4287, "DocTypeVersion", \.documentVersion),
        .unsigned(0x4285, "DocTypeReadVersion", \.documentReadVersion),
    ]

    package var readVersion: UInt64 = 1
    package var maximumIDLength: UInt64 = 4
    package var maximumSizeLength: UInt64 = 8
    package var documentType = ""
    package var documentVersion: UInt64 = 1
    package var documentReadVersion: UInt64 = 1

    package init() {}

    /// The maximum version of Matroska that is read (RFC 9559).
    private static let matroskaVersion = 4

    /// Throws if the file requires another reader.
    func validate() throws(MatroskaError) {
        guard documentType == "matroska" || documentType == "webm" else { throw .notMatroska }
        guard readVersion == 1 else { throw .unsupported("it requires version \(readVersion) of EBML") }
        guard documentReadVersion <= Self.matroskaVersion else {
            throw .unsupported("it requires version \(documentReadVersion) of Matroska")
        }
        guard maximumIDLength <= 4, maximumSizeLength <= 8 else {
            throw .unsupported("it has identifiers of more than 4 bytes or sizes of more than 8 bytes")
        }
    }
}
