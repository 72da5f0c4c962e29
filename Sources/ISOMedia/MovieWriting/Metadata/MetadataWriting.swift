import Media

// udta(©…*, meta(hdlr mdir, ilst(item(data)*))?)?, meta(hdlr mdta, keys, ilst(item(data)*))?
extension ByteWriter {
    /// Writes the metadata of the movie or track whose box is open.
    mutating func writeMetadata(_ items: [MetadataItem], _ form: MovieBox.Form) {
        var (plain, coded, named): ([CodedItem], [CodedItem], [(String, MetadataItem)]) = ([], [], [])
        for item in items {
            switch item.key {
            case .iTunes(let code): coded.append((code, item))
            case .quickTime(let name): named.append((name, item))
            case .common(.location): plain.append((FourCC(copyright: "xyz"), item))
            case .common(let key):
                if form.flavour == .isoBaseMedia, let code = key.iTunesCode {
                    coded.append((code, item))
                    continue
                }
                named.append((key.quickTimeName, item))
                if form.flavour == .quickTime, let code = key.userDataCode { plain.append((code, item)) }
            }
        }
        if form.flavour == .quickTime {
            named += items.filter { $0.key == .common(.location) }.map {
                (CommonMetadataKey.location.quickTimeName, $0)
            }
        }
        plain.removeAll { if case .text = $0.item.value { false } else { true } }
        if !coded.isEmpty || !plain.isEmpty { writeUserData(plain, coded) }
        if !named.isEmpty { writeNamedMetadata(named, form) }
    }

    private typealias CodedItem = (code: FourCC, item: MetadataItem)

    /// Writes texts as user data of QuickTime, and an iTunes list.
    private mutating func writeUserData(_ plain: [CodedItem], _ listed: [CodedItem]) {
        box("udta") { writer in
            for (code, item) in plain {
                guard case .text(let text) = item.value else { continue }
                let bytes = Array(text.utf8.prefix(Int(UInt16.max)))
                writer.box(code) { writer in
                    writer.write(UInt16(bytes.count))
                    writer.write(LanguageCode(tag: item.language).packed)
                    writer.write(contentsOf: bytes)
                }
            }
            guard !listed.isEmpty else { return }
            writer.fullBox("meta") { writer in
                writer.writeMetadataHandler("mdir", vendor: "appl")
                writer.box("ilst") { writer in
                    for (code, item) in listed { writer.box(code) { $0.writeValue(item) } }
                }
            }
        }
    }

    private mutating func writeNamedMetadata(_ items: [(name: String, item: MetadataItem)], _ form: MovieBox.Form) {
        func content(_ writer: inout ByteWriter) {
            writer.writeMetadataHandler("mdta", vendor: nil)
            writer.fullBox("keys") { writer in
                writer.write(UInt32(truncatingIfNeeded: items.count))
                for (name, _) in items { writer.box("mdta") { $0.write(contentsOf: name.utf8) } }
            }
            writer.box("ilst") { writer in
                for (index, entry) in items.enumerated() {
                    // The type of an item is the index of its key, from 1.
                    writer.box(FourCC(rawValue: UInt32(truncatingIfNeeded: index + 1))) { $0.writeValue(entry.item) }
                }
            }
        }
        // The `meta` box of QuickTime has no version and flags.
        if form.flavour == .quickTime { box("meta") { content(&$0) } } else { fullBox("meta") { content(&$0) } }
    }

    private mutating func writeMetadataHandler(_ type: FourCC, vendor: FourCC?) {
        fullBox("hdlr") { writer in
            writer.writeZeros(4)
            writer.write(type)
            if let vendor { writer.write(vendor) } else { writer.writeZeros(4) }
            writer.writeZeros(9)
        }
    }

    /// Writes `data`: a well-known type, a locale and the value.
    private mutating func writeValue(_ item: MetadataItem) {
        box("data") { writer in
            switch item.value {
            case .text(let text):
                writer.write(UInt32(1))
                writer.writeLocale(item.language)
                writer.write(contentsOf: text.utf8)
            case .integer(let value):
                writer.write(UInt32(21))
                writer.writeLocale(nil)
                if let small = Int32(exactly: value) { writer.write(small) } else { writer.write(value) }
            case .jpeg(let bytes): writer.writeData(type: 13, bytes)
            case .png(let bytes): writer.writeData(type: 14, bytes)
            case .data(let bytes): writer.writeData(type: 0, bytes)
            }
        }
    }

    private mutating func writeData(type: UInt32, _ bytes: [UInt8]) {
        write(type)
        writeLocale(nil)
        write(contentsOf: bytes)
    }

    /// Writes no country, and the packed language if it is known.
    private mutating func writeLocale(_ language: String?) {
        write(UInt16(0))
        write(language.map { LanguageCode(tag: $0).packed } ?? 0)
    }
}
