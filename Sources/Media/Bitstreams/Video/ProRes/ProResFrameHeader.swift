/// The header of a ProRes frame (SMPTE RDD 36 5.1).
package struct ProResFrameHeader: Sendable, Hashable {
    /// The order of the fields in a frame (table 2).
    package enum Fields: Sendable, Hashable {
        case progressive
        case topFirst
        case bottomFirst
    }

    package let size: PixelSize
    package let fields: Fields
    /// The code points of ISO/IEC 23091-2; nil if they are not specified.
    package let colour: ColourDescription?

    private static let length = 26

    /// Reads the header of a sample. Throws if it is not a ProRes frame.
    package init(_ sample: ByteSlice) throws(BitstreamError) {
        let head = sample.slice(0..<min(sample.count, Self.length)).bytes
        guard head.count == Self.length else { throw .endsTooEarly }
        guard Array(head[4..<8]) == Array("icpf".utf8) else { throw .invalid("it does not begin with a ProRes frame") }
        size = PixelSize(width: Int(head[16]) << 8 | Int(head[17]), height: Int(head[18]) << 8 | Int(head[19]))
        guard size.width > 0, size.height > 0 else { throw .invalid("a ProRes frame of size \(size)") }
        switch head[20] >> 2 & 3 {
        case 1: fields = .topFirst
        case 2: fields = .bottomFirst
        default: fields = .progressive
        }
        let codes = Array(head[22..<25])
        let isKnown = codes.contains { $0 != 0 && $0 != 2 }
        let known = codes.map { $0 == 0 ? 2 : $0 }
        colour =
            isKnown
            ? ColourDescription(primaries: known[0], transfer: known[1], matrix: known[2], isFullRange: false) : nil
    }

    /// The `fiel` box of the sample entry: the number of fields, and which of them is stored and displayed first.
    package var fieldHandling: [UInt8] {
        switch fields {
        case .progressive: ConfigurationBoxes.box("fiel", [1, 0])
        case .topFirst: ConfigurationBoxes.box("fiel", [2, 1])
        case .bottomFirst: ConfigurationBoxes.box("fiel", [2, 6])
        }
    }
}
