import HLS
import Media
import ScriptedMedia

/// Random playlists with every feature of the writer.
struct RandomPlaylists {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
    mutating func word() -> String {
        let words = ["a", "segment-00001.m4s", "https://x.example/y?z=1,2", "ünïcode/文.mp4", "%20", "init.mp4"]
        return words.randomElement(using: &random) ?? ""
    }
    mutating func seconds(_ limit: Int) -> MediaTime {
        MediaTime(value: Int64(number(limit * 1000)), timescale: 1000)
    }
    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(number(256)) } }
    mutating func date() -> DateTime {
        DateTime(milliseconds: Int64(number(1 << 42)), zoneMinutes: number(1680) - 840)
    }
    mutating func range() -> ByteRange { ByteRange(offset: number(1 << 50), length: number(1 << 30)) }

    mutating func unknownAttributes() -> [UnknownAttribute] {
        var attributes: [UnknownAttribute] = []
        if chance(10) { attributes.append(UnknownAttribute(name: "COM-EXAMPLE", value: "a, b", isQuoted: true)) }
        if chance(10) { attributes.append(UnknownAttribute(name: "PROGRAM-ID", value: "1")) }
        return attributes
    }

    mutating func unknownTags(followsDuration: Bool = false) -> [UnknownTag] {
        guard chance(15) else { return [] }
        let value = chance(50) ? "ünknown: \"value\", x=1" : nil
        return [UnknownTag(name: "EXT-X-COM-EXAMPLE", value: value, followsDuration: followsDuration)]
    }

    mutating func definitions(isMedia: Bool) -> [VariableDefinition] {
        var definitions: [VariableDefinition] = []
        if chance(20) { definitions.append(.value(name: "host", value: word())) }
        if chance(10) { definitions.append(.queryParameter(name: "token")) }
        if isMedia, chance(10) { definitions.append(.imported(name: "path-1_x")) }
        return definitions
    }

    mutating func start() -> StartPoint? {
        guard chance(20) else { return nil }
        let offset = seconds(100)
        var start = StartPoint(timeOffset: chance(50) ? -offset : offset, isPrecise: chance(50))
        start.unknownAttributes = unknownAttributes()
        return start
    }
}
