import AssetWriting
import Foundation
import Media

/// The declaration of a key in the sample entry of boxed metadata (`mebx`, ISO/IEC 14496-12 12.9).
struct BoxedMetadataKey: Sendable, Hashable {
    /// The type of the boxes with values in samples.
    var localID: UInt32
    var identifier: AVMetadataIdentifier
    /// The type of values by its identifier, such as `com.apple.metadata.datatype.UTF-8`.
    var dataType: String
    /// The BCP 47 tag of values; nil for all languages.
    var language: String?

    /// The numbers of types that every reader knows.
    private static let knownTypes: [(name: String, number: UInt32)] = [
        (kCMMetadataBaseDataType_RawData, 0), (kCMMetadataBaseDataType_UTF8, 1), (kCMMetadataBaseDataType_JPEG, 13),
        (kCMMetadataBaseDataType_PNG, 14), (kCMMetadataBaseDataType_SInt64, 74),
    ]

    /// Returns the box of the key. Nil if the namespace of the identifier is not a four-character code.
    var box: [UInt8]? {
        guard let namespace = FourCC(latin1Text: identifier.keySpace.rawValue) else { return nil }
        var body = Self.box("keyd", Self.bytes(namespace.rawValue) + Array(identifier.key.utf8))
        if let known = Self.knownTypes.first(where: { $0.name == dataType }) {
            body += Self.box("dtyp", Self.bytes(0) + Self.bytes(known.number))
        } else {
            body += Self.box("dtyp", Self.bytes(1) + Array(dataType.utf8))
        }
        if let language { body += Self.box("loca", Array(language.utf8) + [0]) }
        return Self.box(FourCC(rawValue: localID), body)
    }

    /// Returns the sample entry of these keys; nil if a key cannot be declared.
    static func sampleEntry(_ keys: [BoxedMetadataKey]) -> [UInt8]? {
        var boxes: [UInt8] = []
        for key in keys {
            guard let box = key.box else { return nil }
            boxes += box
        }
        return box("mebx", [0, 0, 0, 0, 0, 0, 0, 1] + box("keys", boxes))
    }

    /// Returns the bytes of a box.
    static func box(_ type: FourCC, _ body: [UInt8]) -> [UInt8] {
        bytes(UInt32(clamping: body.count + 8)) + bytes(type.rawValue) + body
    }

    private static func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
}

extension BoxedMetadataKey {
    /// Returns the keys of a sample entry; nil if it is not boxed metadata or is damaged.
    static func keys(inSampleEntry entry: [UInt8]) -> [BoxedMetadataKey]? {
        guard entry.count >= 16, let outer = children(entry[...])?.first, outer.type == "mebx", outer.body.count >= 8,
            let table = children(outer.body.dropFirst(8))?.first(where: { $0.type == "keys" }),
            let boxes = children(table.body)
        else { return nil }
        return boxes.compactMap { BoxedMetadataKey($0.type, $0.body) }
    }

    private init?(_ type: FourCC, _ body: ArraySlice<UInt8>) {
        guard let fields = Self.children(body),
            let key = fields.first(where: { $0.type == "keyd" })?.body, key.count > 4,
            let declared = fields.first(where: { $0.type == "dtyp" })?.body, declared.count >= 4
        else { return nil }
        localID = type.rawValue
        let keySpace = AVMetadataKeySpace(rawValue: FourCC(rawValue: Self.number(key)).latin1Text)
        identifier = AVMetadataIdentifier(String(decoding: key.dropFirst(4), as: UTF8.self), keySpace)
        let rest = declared.dropFirst(4)
        if Self.number(declared) == 0, rest.count >= 4 {
            guard let known = Self.knownTypes.first(where: { $0.number == Self.number(rest) }) else { return nil }
            dataType = known.name
        } else {
            dataType = String(decoding: rest, as: UTF8.self)
        }
        language = fields.first { $0.type == "loca" }.map {
            String(decoding: $0.body.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Returns the boxes in bytes; nil if a size is wrong.
    private static func children(_ bytes: ArraySlice<UInt8>) -> [(type: FourCC, body: ArraySlice<UInt8>)]? {
        var result: [(type: FourCC, body: ArraySlice<UInt8>)] = []
        var rest = bytes
        while rest.count >= 8 {
            let size = Int(number(rest))
            guard size >= 8, size <= rest.count else { return nil }
            let type = FourCC(rawValue: number(rest.dropFirst(4)))
            result.append((type, rest.dropFirst(8).prefix(size - 8)))
            rest = rest.dropFirst(size)
        }
        return result
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}
