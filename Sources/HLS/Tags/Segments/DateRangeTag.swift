import Media

/// A time range with attributes (RFC 8216bis 4.4.5.1).
enum DateRangeTag: SegmentTag {
    static let name: StaticString = "EXT-X-DATERANGE"
    static let value = TagValue.attributes([
        TagAttribute("ID", .quoted, .requiredByOwnRule),
        TagAttribute("CLASS", .quoted),
        TagAttribute("START-DATE", .quoted),
        TagAttribute("CUE", .quoted),
        TagAttribute("END-DATE", .quoted),
        TagAttribute("DURATION", .decimal),
        TagAttribute("PLANNED-DURATION", .decimal),
        TagAttribute("X-", .any, isPrefix: true),
        TagAttribute("SCTE35-CMD", .hexadecimal),
        TagAttribute("SCTE35-OUT", .hexadecimal),
        TagAttribute("SCTE35-IN", .hexadecimal),
        TagAttribute("END-ON-NEXT", nil),
    ])
    static let traits: TagTraits = .optional

    static func memory(for line: PlaylistLine) -> Int {
        2 * MemoryLayout<DateRange>.stride + 512 + 2 * line.textMemory
            + 2 * MemoryLayout<DateRange.ClientAttribute>.stride * line.bytes.count { $0 == UInt8(ascii: ",") }
    }

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        let context = parser.context
        var attributes = try AttributeList(name, line, context)
        parser.dateRangeCount += 1
        try context.enforceLimit(parser.dateRangeCount, context.limits.parts, "date ranges", line)
        let range = try DateRange.read(&attributes)
        try parser.validator.record(dateRange: range, line, context)
        parser.upcoming.dateRanges.append(range)
    }
}

extension DateRange {
    /// Parses EXT-X-DATERANGE and validates the rules within one tag.
    fileprivate static func read(_ attributes: inout AttributeList) throws(PlaylistProblem) -> DateRange {
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

    var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("ID", quoted: id)
        list.add("CLASS", quoted: rangeClass)
        if let startDate { list.add("START-DATE", quoted: startDate.description) }
        list.add("CUE", list: cues.map(\.rawValue))
        if let endDate { list.add("END-DATE", quoted: endDate.description) }
        list.add("DURATION", seconds: duration)
        list.add("PLANNED-DURATION", seconds: plannedDuration)
        for attribute in clientAttributes {
            switch attribute.value {
            case .string(let text): list.add(attribute.name, quoted: text)
            case .bytes(let bytes): list.add(attribute.name, bytes: bytes)
            case .number(let number): list.add(attribute.name, number)
            }
        }
        list.add("SCTE35-CMD", bytes: scte35Command)
        list.add("SCTE35-OUT", bytes: scte35Out)
        list.add("SCTE35-IN", bytes: scte35In)
        list.add("END-ON-NEXT", flag: endsOnNext)
        list.add(unknownAttributes)
        return list
    }
}

extension PlaylistTag { package static let dateRange = PlaylistTag(DateRangeTag.self) }
