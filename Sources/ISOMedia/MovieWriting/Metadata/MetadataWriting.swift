import Media

// udta(©…*, meta(hdlr mdir, ilst(item(data)*))?, chpl?)?, meta(hdlr mdta, keys, ilst(item(data)*))?
extension ByteWriter {
    /// Writes the metadata of the movie or track whose box is open.
    mutating func writeMetadata(
        _ items: [MetadataItem], _ form: MovieBox.Form, chapters: NeroChapterListBox? = nil
    ) {
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
        if !coded.isEmpty || !plain.isEmpty || chapters != nil { writeUserData(plain, coded, chapters) }
        if !named.isEmpty { writeNamedMetadata(named, form) }
    }

    private typealias CodedItem = (code: FourCC, item: MetadataItem)

    /// Writes texts as user data of QuickTime, an iTunes list and chapters.
    private mutating func writeUserData(
        _ plain: [CodedItem], _ listed: [CodedItem], _ chapters: NeroChapterListBox?
    ) {
        box(.udta) { writer in
            for (code, item) in plain {
                guard case .text(let text) = item.value else { continue }
                let content = UserDataText(text, language: LanguageCode(tag: item.language).packed)
                writer.box(code) { $0.write(content: content) }
            }
            if let chapters { writer.write(chapters) }
            guard !listed.isEmpty else { return }
            writer.fullBox(.meta) { writer in
                var handler = HandlerBox("mdir")
                handler.manufacturer = "appl"
                writer.write(handler)
                writer.box(.ilst) { writer in
                    for (code, item) in listed { writer.box(code) { $0.write(MetadataValueBox(item)) } }
                }
            }
        }
    }

    private mutating func writeNamedMetadata(_ items: [(name: String, item: MetadataItem)], _ form: MovieBox.Form) {
        func content(_ writer: inout ByteWriter) {
            writer.write(HandlerBox("mdta"))
            writer.write(MetadataKeysBox(entryCount: items.count)) { writer in
                for (name, _) in items { writer.box("mdta") { $0.write(contentsOf: name.utf8) } }
            }
            writer.box(.ilst) { writer in
                for (index, entry) in items.enumerated() {
                    // The type of an item is the index of its key, from 1.
                    writer.box(FourCC(rawValue: UInt32(truncatingIfNeeded: index + 1))) { writer in
                        writer.write(MetadataValueBox(entry.item))
                    }
                }
            }
        }
        // The `meta` box of QuickTime has no version and flags.
        if form.flavour == .quickTime { box(.meta) { content(&$0) } } else { fullBox(.meta) { content(&$0) } }
    }
}

extension MetadataValueBox {
    /// The value of an item. The language of a text is stored if it is known.
    fileprivate init(_ item: MetadataItem) {
        switch item.value {
        case .text(let text):
            let language = item.language.map { LanguageCode(tag: $0).packed } ?? 0
            self.init(ValueType.text, Array(text.utf8), language: language)
        case .integer(let value): self.init(ValueType.integer, Self.bytes(value))
        case .jpeg(let bytes): self.init(ValueType.jpeg, bytes)
        case .png(let bytes): self.init(ValueType.png, bytes)
        case .data(let bytes): self.init(ValueType.data, bytes)
        }
    }

    /// Returns a number of 4 bytes, or of 8 bytes if it requires them.
    private static func bytes(_ value: Int64) -> [UInt8] {
        var writer = ByteWriter()
        if let small = Int32(exactly: value) { writer.write(small) } else { writer.write(value) }
        return writer.bytes
    }
}
