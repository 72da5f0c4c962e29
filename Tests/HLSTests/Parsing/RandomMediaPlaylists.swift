import HLS
import Media

extension RandomPlaylists {
    mutating func media() -> MediaPlaylist {
        var playlist = MediaPlaylist(targetDuration: 1 + number(20), mediaSequence: number(1 << 40))
        playlist.discontinuitySequence = chance(50) ? number(100) : nil
        playlist.type = [nil, .vod, .event].randomElement(using: &random) ?? nil
        playlist.hasIndependentSegments = chance(50)
        playlist.isIFramesOnly = chance(20)
        playlist.hasEndList = chance(50)
        playlist.definitions = definitions(isMedia: true)
        playlist.start = start()
        if chance(40) { addDelivery(to: &playlist) }
        var force = MediaSegment(uri: "", duration: .zero)
        for _ in 0..<number(12) { playlist.segments.append(segment(&force, playlist)) }
        if chance(30) {
            var upcoming = segment(&force, playlist)
            upcoming.uri = ""
            upcoming.duration = .zero
            upcoming.title = ""
            upcoming.byteRange = nil
            upcoming.bitRate = force.bitRate
            upcoming.isDiscontinuity = true
            for index in upcoming.unknownTags.indices { upcoming.unknownTags[index].followsDuration = false }
            playlist.upcoming = upcoming
        }
        return playlist
    }

    private mutating func addDelivery(to playlist: inout MediaPlaylist) {
        playlist.partTarget = MediaTime(value: 1 + Int64(number(2000)), timescale: 1000)
        var control = ServerControl(
            canSkipUntil: seconds(60), canSkipDateRanges: chance(50), holdBack: chance(50) ? seconds(30) : nil,
            partHoldBack: chance(50) ? seconds(4) : nil, canBlockReload: chance(50))
        control.unknownAttributes = unknownAttributes()
        playlist.serverControl = chance(80) ? control : ServerControl()
        if chance(30) {
            playlist.skip = SkippedSegments(count: number(1000), removedDateRanges: chance(50) ? ["a b", "ü"] : [])
        }
        for kind in [PreloadHint.Kind.part, .map] where chance(40) {
            var hint = PreloadHint(
                kind: kind, uri: word(), offset: chance(50) ? number(1 << 30) : 0, length: chance(50) ? 7 : nil)
            hint.unknownAttributes = unknownAttributes()
            playlist.preloadHints.append(hint)
        }
        for _ in 0..<number(3) {
            var report = RenditionReport(
                uri: word(), lastMediaSequence: chance(80) ? number(99) : nil, lastPart: chance(50) ? 3 : nil)
            report.unknownAttributes = unknownAttributes()
            playlist.renditionReports.append(report)
        }
    }

    private mutating func segment(_ force: inout MediaSegment, _ playlist: MediaPlaylist) -> MediaSegment {
        if chance(20) { force.keys = keys() }
        if chance(30) {
            var section = InitializationSection(uri: word(), byteRange: chance(50) ? range() : nil)
            for index in force.keys.indices where force.keys[index].method == .aes128 {
                force.keys[index].initializationVector = bytes(16)
            }
            section.keys = force.keys
            section.unknownAttributes = unknownAttributes()
            force.initialization = section
        }
        // Keys may change after the map.
        if chance(20) { force.keys = keys() }
        if chance(10) { force.bitRate = number(100_000) }
        let timescale: Int32 = chance(20) ? 1_000_000_000 : 1_000_000
        var segment = MediaSegment(
            uri: word(), duration: MediaTime(value: Int64(number(20_000_000)), timescale: timescale),
            initialization: force.initialization)
        segment.keys = force.keys
        segment.title = chance(20) ? "a title, with a comma" : ""
        segment.byteRange = chance(40) ? range() : nil
        segment.bitRate = segment.byteRange == nil ? force.bitRate : nil
        segment.isDiscontinuity = chance(20)
        segment.isGap = chance(10)
        segment.programDateTime = chance(30) ? date() : nil
        segment.unknownTags = unknownTags() + unknownTags(followsDuration: true)
        if chance(20) { segment.dateRanges = [dateRange()] }
        if playlist.partTarget != nil { for _ in 0..<number(4) { segment.parts.append(part()) } }
        return segment
    }

    private mutating func part() -> PartialSegment {
        var part = PartialSegment(
            uri: word(), duration: seconds(2), isIndependent: chance(50), byteRange: chance(30) ? range() : nil,
            isGap: chance(10))
        part.unknownAttributes = unknownAttributes()
        return part
    }

    mutating func keys() -> [EncryptionKey] {
        let formats: [String?] = [nil, "com.apple.streamingkeydelivery", "urn:uuid:1234"]
        return formats.shuffled(using: &random).prefix(number(4)).map { key(format: $0) }
    }

    private mutating func key(format: String?) -> EncryptionKey {
        let methods = [EncryptionKey.Method.aes128, .sampleAES, .sampleAESCTR, .aes256GCM, .init(rawValue: "NEW-1")]
        let method = methods.randomElement(using: &random) ?? .aes128
        let mayHaveVector = ![.sampleAESCTR, .aes256GCM].contains(method)
        var key = EncryptionKey(
            method: method, uri: word(), initializationVector: mayHaveVector && chance(50) ? bytes(16) : nil,
            keyFormat: format, keyFormatVersions: chance(30) ? [1, 3] : [])
        key.unknownAttributes = unknownAttributes()
        return key
    }

    private mutating func dateRange() -> DateRange {
        var range = DateRange(id: word(), rangeClass: chance(50) ? "com.example" : nil)
        range.startDate = chance(80) ? date() : nil
        range.cues = chance(30) ? [.pre, .once] : []
        range.plannedDuration = chance(30) ? seconds(100) : nil
        if range.rangeClass != nil, chance(50) {
            range.endsOnNext = true
        } else if let start = range.startDate, chance(50) {
            let duration = seconds(100)
            range.duration = duration
            range.endDate = chance(50) ? start + duration : nil
        }
        if chance(30) {
            range.clientAttributes = [
                .init(name: "X-COM-A", value: .string("a, \u{1f3ac}")), .init(name: "X-B", value: .bytes(bytes(5))),
                .init(name: "X-C", value: .number(DecimalNumber("-12.500") ?? DecimalNumber(1))),
            ]
        }
        range.scte35Out = chance(30) ? bytes(1 + number(40)) : nil
        range.scte35In = chance(20) ? bytes(1 + number(40)) : nil
        range.scte35Command = chance(10) ? bytes(1 + number(40)) : nil
        range.unknownAttributes = unknownAttributes()
        return range
    }
}
