package import Media

extension MovieFile {
    /// The metadata of the movie. Damaged items are omitted.
    package var metadata: [StoredMetadata] { movieBox.storedMetadata() }
}

extension MovieTrack {
    /// The metadata of the track. Damaged items are omitted.
    package var metadata: [StoredMetadata] { box.storedMetadata() }

    /// The tracks that this track refers to, by the type of the reference.
    package var references: [FourCC: [UInt32]] { Self.references(box.first(.tref)) }

    /// The tracks that a `tref` box refers to.
    static func references(_ box: BoxView?) -> [FourCC: [UInt32]] {
        var result: [FourCC: [UInt32]] = [:]
        guard var walk = box?.boxes() else { return [:] }
        while let reference = walk.next(), !reference.isCutOff, result.count < MovieLimits.childBoxes {
            let trackIDs = TrackReferenceTypeBox(readingPresentFieldsOf: reference).trackIDs
            result[reference.type] = result[reference.type] ?? Array(trackIDs.prefix(MovieLimits.tracks))
        }
        return result
    }
}

extension BoxView {
    /// The metadata in a `moov` or `trak` box.
    fileprivate func storedMetadata() -> [StoredMetadata] {
        var reader = MetadataReader()
        if let userData = first(.udta) {
            reader.readTexts(of: userData)
            if let metadata = userData.first(.meta) { reader.readList(in: metadata) }
        }
        if let metadata = first(.meta) { reader.readList(in: metadata) }
        return reader.items
    }
}

/// Reads metadata up to a limit for their number and total size.
private struct MetadataReader {
    private static let maximumCount = 4096
    private static let maximumSize = 64 << 20

    private(set) var items: [StoredMetadata] = []
    private var size = 0

    /// Reads texts of user data, whose types start with a copyright sign; each has a text for each language.
    mutating func readTexts(of userData: BoxView) {
        var walk = userData.boxes()
        while let box = walk.next(), !box.isCutOff {
            guard box.type.rawValue >> 24 == 0xa9 else { continue }
            var offset = 0
            while offset <= box.contentSize - 4, items.count < Self.maximumCount {
                let (length, language) = (Int(box.u16(offset)), box.u16(offset + 2))
                let start = box.contentOffset + offset + 4
                guard length <= box.end - start else { break }
                let text = String(decoding: box.file.bytes(start..<start + length), as: UTF8.self)
                append(.userData(box.type), .text(text), size: length, language: language)
                offset += 4 + length
            }
        }
    }

    /// Reads the list of a `meta` box, which has a version and flags except in QuickTime files.
    mutating func readList(in metadata: BoxView) {
        let start = metadata.fourCC(4) == HandlerBox.type ? 0 : 4
        guard let list = metadata.first(.ilst, from: start) else { return }
        let names = metadata.first(MetadataKeysBox.type, from: start).map(Self.names)
        var walk = list.boxes()
        while let item = walk.next(), !item.isCutOff, items.count < Self.maximumCount {
            let key: StoredMetadata.Key
            if let names {
                let index = Int(item.type.rawValue)
                guard index >= 1, index <= names.count else { continue }
                key = .quickTime(names[index - 1])
            } else {
                key = .iTunes(item.type)
            }
            readValues(of: item, key)
        }
    }

    private mutating func readValues(of item: BoxView, _ key: StoredMetadata.Key) {
        var values = item.boxes()
        while let value = values.next(), !value.isCutOff, items.count < Self.maximumCount {
            guard value.type == MetadataValueBox.type, value.contentSize >= 8,
                size <= Self.maximumSize - value.contentSize
            else { continue }
            let box = MetadataValueBox(readingPresentFieldsOf: value)
            append(key, box.itemValue, size: box.value.count, language: box.language)
        }
    }

    private mutating func append(
        _ key: StoredMetadata.Key, _ value: MetadataItem.Value, size: Int, language: UInt16
    ) {
        self.size += size
        // Codes below 0x400 are Macintosh languages, which writers use as placeholders.
        let tag = language < 0x400 ? nil : LanguageCode.tag(packed: language)
        items.append(StoredMetadata(key: key, value: value, language: tag))
    }

    /// The names of a `keys` box.
    private static func names(_ box: BoxView) -> [String] {
        var walk = box.boxes(from: 8)
        var names: [String] = []
        while let name = walk.next(), !name.isCutOff, names.count < maximumCount {
            names.append(name.contentSize <= 1024 ? String(decoding: name.content(), as: UTF8.self) : "")
        }
        return names
    }
}

extension MetadataValueBox {
    /// The value by its well-known type.
    fileprivate var itemValue: MetadataItem.Value {
        switch valueType & 0xff_ffff {
        case ValueType.text: .text(String(decoding: value, as: UTF8.self))
        case 2: .text(String(utf16: value[...], isBigEndian: true))
        case ValueType.jpeg: .jpeg(value)
        case ValueType.png: .png(value)
        case ValueType.integer where (1...8).contains(value.count):
            .integer(value.dropFirst().reduce(Int64(Int8(bitPattern: value[0]))) { $0 << 8 | Int64($1) })
        case 22 where (1...7).contains(value.count): .integer(value.reduce(0) { $0 << 8 | Int64($1) })
        default: .data(value)
        }
    }
}
