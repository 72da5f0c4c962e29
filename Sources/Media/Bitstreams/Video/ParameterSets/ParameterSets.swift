/// The parameter sets before the first slice of a sample, by NAL unit type.
package struct ParameterSets: Sendable, Hashable {
    private var units: [UInt8: [[UInt8]]] = [:]

    /// The sets of an H.264 sample (types 7 and 8) or an HEVC sample (32 to 34); empty for other codecs.
    package init(_ sample: ByteSlice, _ syntax: BitstreamSyntax) {
        switch syntax {
        case .avc(let size): read(sample, size) { $0 & 0x1f }
        case .hevc(let size): read(sample, size) { $0 >> 1 & 0x3f }
        default: break
        }
        let types: Set<UInt8> = if case .avc = syntax { [7, 8] } else { [32, 33, 34] }
        units = units.filter { types.contains($0.key) }
    }

    private mutating func read(_ sample: ByteSlice, _ lengthSize: Int, type: (UInt8) -> UInt8) {
        sample.withUnsafeBytes { buffer in
            for unit in NALUnitSequence(buffer, lengthSize: lengthSize).prefix(32) where unit.count <= 4096 {
                units[type(unit[0]), default: []].append(Array(unit))
            }
        }
    }

    package subscript(type: UInt8) -> [[UInt8]] { units[type] ?? [] }
    package var isEmpty: Bool { units.isEmpty }
    /// Returns whether `record` contains every set.
    package func isContained(in record: [UInt8: [[UInt8]]]) -> Bool {
        units.allSatisfy { type, sets in sets.allSatisfy { record[type]?.contains($0) == true } }
    }
    /// Returns the sets of `record`, with all sets of a type replaced if there are sets of that type here.
    package func replacing(_ record: [UInt8: [[UInt8]]]) -> [UInt8: [[UInt8]]] {
        record.merging(units) { $1 }
    }
}
