/// The encryption of the following segments (RFC 8216bis 4.4.4.4).
enum KeyTag: SegmentTag {
    static let name: StaticString = "EXT-X-KEY"
    static let value = EncryptionKey.syntax

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        let context = parser.context
        var attributes = try AttributeList(name, line, context)
        guard let key = try EncryptionKey.read(&attributes) else {
            parser.upcoming.keys = []
            return
        }
        // Earlier segments keep their own copies of the keys.
        try context.reserve((parser.upcoming.keys.count + 1) * MemoryLayout<EncryptionKey>.stride, line)
        parser.upcoming.keys.apply(key)
        try context.enforceLimit(parser.upcoming.keys.count, context.limits.keys, "keys for one segment", line)
    }
}

extension EncryptionKey {
    /// The attributes of EXT-X-KEY and EXT-X-SESSION-KEY.
    static let syntax = TagValue.attributes([
        TagAttribute("METHOD", .word([]), .required),
        TagAttribute("URI", .quoted),
        TagAttribute("IV", .hexadecimal),
        TagAttribute("KEYFORMAT", .quoted),
        TagAttribute("KEYFORMATVERSIONS", .quoted),
        TagAttribute("KEYID", .hexadecimal),
    ])

    /// Parses EXT-X-KEY or EXT-X-SESSION-KEY; nil for the method NONE.
    static func read(_ attributes: inout AttributeList) throws(PlaylistProblem) -> EncryptionKey? {
        guard let method = try attributes.word("METHOD", of: ["NONE"] + Method.known) else {
            throw attributes.missing("METHOD")
        }
        if method == "NONE" {
            if attributes.count != 1 {
                try attributes.reportDeviation("METHOD=NONE must not have other attributes", at: "METHOD")
            }
            return nil
        }
        var key = EncryptionKey(
            method: Method(rawValue: method), uri: try attributes.requiredString("URI"),
            initializationVector: try vector(&attributes), keyFormat: try attributes.string("KEYFORMAT"))
        if key.initializationVector != nil, [.sampleAESCTR, .aes256GCM].contains(key.method) {
            try attributes.reportDeviation(
                "IV is not allowed with \(method), whose media contain the vectors", at: "IV")
            key.initializationVector = nil
        }
        if let versions = try attributes.string("KEYFORMATVERSIONS") {
            key.keyFormatVersions = try versions.split(separator: "/", omittingEmptySubsequences: false).map {
                part throws(PlaylistProblem) in
                guard let version = Int(part), version > 0 else {
                    throw attributes.problem("KEYFORMATVERSIONS must have the form 1/2/5", at: "KEYFORMATVERSIONS")
                }
                return version
            }
        }
        key.keyIdentifier = try keyIdentifier(&attributes)
        key.unknownAttributes = try attributes.unknown()
        return key
    }

    /// Reads an identifier of 16 bytes. Values of another form are unknown attributes, since no specification excludes
    /// them.
    private static func keyIdentifier(_ attributes: inout AttributeList) throws(PlaylistProblem) -> [UInt8]? {
        guard let attribute = attributes.attributes.first(where: { $0.name.equals("KEYID") }), !attribute.isQuoted,
            attribute.value.rest.count == 34,
            AttributeList.hexadecimal(attribute.value.rest, isNumber: false) != nil
        else { return nil }
        return try attributes.bytes("KEYID")
    }

    /// Reads a number of 128 bits; shorter numbers are padded with zeros.
    private static func vector(_ attributes: inout AttributeList) throws(PlaylistProblem) -> [UInt8]? {
        guard let bytes = try attributes.bytes("IV", isNumber: true) else { return nil }
        guard let vector = vector(bytes) else { throw attributes.problem("IV has more than 128 bits", at: "IV") }
        return vector
    }

    var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("METHOD", method.rawValue)
        list.add("URI", quoted: uri)
        list.add("IV", bytes: initializationVector)
        list.add("KEYFORMAT", quoted: keyFormat)
        if !keyFormatVersions.isEmpty {
            list.add("KEYFORMATVERSIONS", quoted: keyFormatVersions.map(String.init).joined(separator: "/"))
        }
        list.add("KEYID", bytes: keyIdentifier)
        list.add(unknownAttributes)
        return list
    }
}

extension PlaylistTag { package static let key = PlaylistTag(KeyTag.self) }
