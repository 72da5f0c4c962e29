import Media

/// A summary of a playlist in a few lines of text.
package struct PlaylistSummary: Sendable, Hashable, CustomStringConvertible {
    /// One item per line, without line breaks.
    package let lines: [String]

    /// Creates the summary of a playlist of either kind.
    package init(_ parsed: ParsedPlaylist) {
        switch parsed.playlist {
        case .media(let playlist): lines = Self.lines(of: playlist, parsed)
        case .multivariant(let playlist): lines = Self.lines(of: playlist, parsed)
        }
    }

    package var description: String { lines.joined(separator: "\n") }

    private static func lines(of playlist: MediaPlaylist, _ parsed: ParsedPlaylist) -> [String] {
        let segments = playlist.segments
        let state = playlist.type?.rawValue ?? (playlist.hasEndList ? "ended" : "live")
        let form = playlist.isIFramesOnly ? "I-frame playlist" : "media playlist"
        var lines = ["\(form), \(state), version \(parsed.version)"]
        lines.append("target duration \(playlist.targetDuration)s, media sequence \(playlist.mediaSequence)")
        lines.append("\(count(segments.count, "segment")), \(seconds(playlist.duration))")
        if let shortest = segments.map(\.duration).min(), let longest = segments.map(\.duration).max() {
            lines[2] += ", each \(seconds(shortest)) to \(seconds(longest))"
        }
        let ranges = segments.count { $0.byteRange != nil }
        if ranges > 0 { lines.append(count(ranges, "byte range")) }
        let maps = Set(segments.compactMap(\.initialization))
        if !maps.isEmpty {
            lines.append("initialization: \(maps.map(\.uri).sorted().prefix(4).joined(separator: ", "))")
        }
        let discontinuities = segments.count { $0.isDiscontinuity }
        if discontinuities > 0 { lines.append(count(discontinuities, "discontinuity", "discontinuities")) }
        if let date = segments.lazy.compactMap(\.programDateTime).first { lines.append("dated from \(date)") }
        let gaps = segments.count { $0.isGap }
        if gaps > 0 { lines.append(count(gaps, "gap")) }
        if playlist.hasIndependentSegments { lines.append("independent segments") }
        if !playlist.hasEndList { lines.append("open: segments may follow") }
        return lines + unknown(parsed)
    }

    private static func lines(of playlist: MultivariantPlaylist, _ parsed: ParsedPlaylist) -> [String] {
        var lines = ["multivariant playlist, version \(parsed.version)"]
        if playlist.hasIndependentSegments { lines.append("independent segments") }
        lines += playlist.variants.map { "variant \($0.uri): \(facts($0))" }
        lines += playlist.renditions.map {
            "\($0.kind.rawValue.lowercased()) \($0.uri ?? "in the variant"): \(facts($0))"
        }
        lines += playlist.iFrameVariants.map { "I-frames \($0.uri): \(facts($0))" }
        return lines + unknown(parsed)
    }

    private static func facts(_ variant: Variant) -> String {
        var facts = ["\(variant.bandwidth / 1000) kbit/s peak"]
        if let average = variant.averageBandwidth { facts.append("\(average / 1000) kbit/s average") }
        if let resolution = variant.resolution { facts.append(resolution.description) }
        if let frameRate = variant.frameRate { facts.append("\(frameRate) fps") }
        if let range = variant.videoRange { facts.append(range.rawValue) }
        if !variant.codecs.isEmpty { facts.append(variant.codecs.joined(separator: "+")) }
        if let group = variant.audioGroup { facts.append("audio group '\(group)'") }
        return facts.joined(separator: ", ")
    }

    private static func facts(_ rendition: AlternativeRendition) -> String {
        var facts = ["group '\(rendition.groupID)'", "'\(rendition.name)'"]
        if let language = rendition.language { facts.append("language \(language)") }
        if let channels = rendition.channels { facts.append("\(channels) channels") }
        if rendition.isDefault { facts.append("default") }
        return facts.joined(separator: ", ")
    }

    private static func unknown(_ parsed: ParsedPlaylist) -> [String] {
        let names = Set(parsed.unknownTags.map(\.name)).sorted()
        return names.isEmpty ? [] : ["unknown tags: \(names.prefix(8).joined(separator: ", "))"]
    }

    private static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }

    private static func seconds(_ time: MediaTime) -> String { time.decimal(places: 3) + "s" }
}
