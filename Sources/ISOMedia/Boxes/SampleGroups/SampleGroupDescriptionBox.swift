package import Media

/// The descriptions of sample groups (ISO/IEC 14496-12 8.9.3).
package struct SampleGroupDescriptionBox: Box {
    package static let type: FourCC = "sgpd"

    package var header = FullBoxHeader()
    package var groupingType = FourCC(rawValue: 0)
    /// The size of each description in bytes; 0 if each of them begins with its size. Not in version 0.
    package var defaultLength: UInt32 = 0
    package var entryCount: UInt32 = 0
    package var storedDescriptions: [UInt8] = []

    package init() {}

    /// Version 1 with one description of two bytes: the number of samples to decode before the samples of the group.
    init(rollDistance distance: Int16) {
        header.version = 1
        groupingType = .roll
        (defaultLength, entryCount) = (2, 1)
        let bits = UInt16(bitPattern: distance)
        storedDescriptions = [UInt8(bits >> 8), UInt8(bits & 0xff)]
    }

    /// The number of samples to decode before the samples of a `roll` group; nil for other groups and without a
    /// description.
    var rollDistance: Int16? {
        guard groupingType == .roll, entryCount > 0 else { return nil }
        let bytes = (descriptions(limit: 1).first ?? []).prefix(2) + [0, 0]
        return Int16(bitPattern: bytes.prefix(2).reduce(0) { $0 << 8 | UInt16($1) })
    }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&groupingType)
        if header.version > 0 { visitor.field(&defaultLength) }
        visitor.field(&entryCount)
        visitor.bytes(&storedDescriptions, count: nil)
    }

    /// Returns up to `limit` descriptions. The last one may be truncated; in version 0, it contains the rest of the box.
    package func descriptions(limit: Int) -> [ArraySlice<UInt8>] {
        var (rest, found) = (storedDescriptions[...], [ArraySlice<UInt8>]())
        while found.count < min(Int(entryCount), limit), !rest.isEmpty {
            var size = header.version == 0 ? rest.count : Int(defaultLength)
            if size == 0 {
                size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(4)
                guard size > 0 else { break }
            }
            found.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return found
    }

    package var fields: [BoxTree.Field] {
        [.init("type", groupingType), .init("entries", entryCount)] + encryptionFields
    }
}

extension FourCC {
    /// Groups of samples whose decoding must begin at earlier samples, such as audio with priming.
    static let roll: FourCC = "roll"
}
