import Media

// The segment tags with attributes (RFC 8216bis 4.4.4 and 4.4.5.1).
extension MediaPlaylistParser {
    mutating func parseAttributeTag(_ tag: PlaylistTag, _ line: PlaylistLine) throws(PlaylistProblem) {
        var attributes = try AttributeList(tag, line, context)
        switch tag {
        case .key: try parseKey(&attributes, line)
        case .map: try parseMap(&attributes, line)
        case .part: try parsePart(&attributes, line)
        default: try parseDateRange(&attributes, line)
        }
    }

    private mutating func parseKey(_ attributes: inout AttributeList, _ line: PlaylistLine) throws(PlaylistProblem) {
        if let key = try EncryptionKey.read(&attributes) {
            // Earlier segments keep their own copies of the keys.
            try context.reserve((upcoming.keys.count + 1) * MemoryLayout<EncryptionKey>.stride, line)
            upcoming.keys.apply(key)
            try context.enforceLimit(upcoming.keys.count, context.limits.keys, "keys for one segment", line)
        } else {
            upcoming.keys = []
        }
    }

    private mutating func parseMap(_ attributes: inout AttributeList, _ line: PlaylistLine) throws(PlaylistProblem) {
        var section = InitializationSection(uri: try attributes.requiredString("URI"))
        // A map has no previous range to continue.
        section.byteRange = try attributes.byteRange("BYTERANGE").map {
            ByteRange(offset: $0.offset ?? 0, length: $0.length)
        }
        section.keys = upcoming.keys
        section.unknownAttributes = try attributes.unknown()
        if section.keys.contains(where: { $0.method == .aes128 && $0.initializationVector == nil }) {
            try context.reportInconsistency(
                line.problem("a map encrypted with AES-128 requires IV in its EXT-X-KEY"))
        }
        upcoming.initialization = section
    }

    private mutating func parsePart(_ attributes: inout AttributeList, _ line: PlaylistLine) throws(PlaylistProblem) {
        partCount += 1
        try context.enforceLimit(partCount, context.limits.parts, "parts", line)
        firstPart = firstPart ?? line
        guard let duration = try attributes.seconds("DURATION") else { throw attributes.missing("DURATION") }
        var part = PartialSegment(
            uri: try attributes.requiredString("URI"), duration: duration,
            isIndependent: try attributes.flag("INDEPENDENT"), isGap: try attributes.flag("GAP"))
        if let range = try attributes.byteRange("BYTERANGE") {
            let resolved = try resolve(range, uri: part.uri, after: previousPartRange)
            part.byteRange = resolved
            previousPartRange = (part.uri, resolved.end)
        } else {
            previousPartRange = nil
        }
        part.unknownAttributes = try attributes.unknown()
        validator.record(part: part, attributes)
        upcoming.parts.append(part)
    }

    private mutating func parseDateRange(
        _ attributes: inout AttributeList, _ line: PlaylistLine
    ) throws(PlaylistProblem) {
        dateRangeCount += 1
        try context.enforceLimit(dateRangeCount, context.limits.parts, "date ranges", line)
        guard let range = try DateRange.read(&attributes) else { return }
        try validator.record(dateRange: range, line, context)
        upcoming.dateRanges.append(range)
    }
}

extension EncryptionKey {
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
        key.unknownAttributes = try attributes.unknown()
        return key
    }

    /// Reads a number of 128 bits; shorter numbers are padded with zeros.
    private static func vector(_ attributes: inout AttributeList) throws(PlaylistProblem) -> [UInt8]? {
        guard let bytes = try attributes.bytes("IV", isNumber: true) else { return nil }
        guard let vector = vector(bytes) else { throw attributes.problem("IV has more than 128 bits", at: "IV") }
        return vector
    }
}

extension DateRange {
    /// Parses EXT-X-DATERANGE and validates the rules within one tag.
    static func read(_ attributes: inout AttributeList) throws(PlaylistProblem) -> DateRange? {
        var range = DateRange(
            id: try attributes.requiredString("ID"), rangeClass: try attributes.string("CLASS"),
            startDate: try attributes.date("START-DATE"))
        for word in try attributes.strings("CUE") {
            guard let cue = Cue(rawValue: word) else {
                throw attributes.problem("CUE must list PRE, POST or ONCE", at: "CUE")
            }
            range.cues.append(cue)
        }
        if range.cues.contains(.pre), range.cues.contains(.post) {
            throw attributes.problem("CUE must not list both PRE and POST", at: "CUE")
        }
        range.endDate = try attributes.date("END-DATE")
        range.duration = try attributes.seconds("DURATION")
        range.plannedDuration = try attributes.seconds("PLANNED-DURATION")
        range.clientAttributes = try attributes.clientAttributes()
        range.scte35Command = try attributes.bytes("SCTE35-CMD")
        range.scte35Out = try attributes.bytes("SCTE35-OUT")
        range.scte35In = try attributes.bytes("SCTE35-IN")
        range.endsOnNext = try attributes.flag("END-ON-NEXT")
        range.unknownAttributes = try attributes.unknown()
        try range.validate(attributes)
        return range
    }

    private func validate(_ attributes: AttributeList) throws(PlaylistProblem) {
        if attributes.has("END-ON-NEXT") {
            guard endsOnNext else { throw attributes.problem("END-ON-NEXT must be YES or absent", at: "END-ON-NEXT") }
            guard rangeClass != nil else { throw attributes.problem("END-ON-NEXT requires CLASS", at: "END-ON-NEXT") }
            guard endDate == nil, duration == nil else {
                throw attributes.problem("END-ON-NEXT excludes DURATION and END-DATE", at: "END-ON-NEXT")
            }
        }
        guard let startDate, let endDate else { return }
        guard endDate.milliseconds >= startDate.milliseconds else {
            throw attributes.problem("END-DATE is before START-DATE", at: "END-DATE")
        }
        if let duration, (startDate + duration).milliseconds != endDate.milliseconds {
            throw attributes.problem("END-DATE is not START-DATE plus DURATION", at: "END-DATE")
        }
    }
}
