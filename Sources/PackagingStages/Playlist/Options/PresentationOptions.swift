import HLS
package import Media
package import StageKit

/// The preferred start of playback: `EXT-X-START`.
package struct StartOption: OptionMapping, Hashable {
    package var offset = SignedTime(time: .zero)
    package var isPrecise = false

    package init() {}
    package static var fields: [OptionField<StartOption>] {
        [
            .required("offset", \.offset, "Offset in seconds from the start, or from the end if negative."),
            .option("precise", \.isPrecise, "Whether playback starts exactly at the offset."),
        ]
    }

    var point: StartPoint { StartPoint(timeOffset: offset.time, isPrecise: isPrecise) }
}

/// A duration that may be negative.
package struct SignedTime: OptionValue, Hashable {
    package var time: MediaTime
    package static var valueForm: String { "duration, perhaps negative (12s, -18s)" }

    package init(time: MediaTime) { self.time = time }
    package init(option node: OptionNode) throws(OptionProblem) {
        let text = try String(option: node)
        guard text.hasPrefix("-") else {
            time = try MediaTime(option: node)
            return
        }
        time =
            -(try MediaTime(option: OptionNode(.scalar(String(text.dropFirst()), isQuoted: false), at: node.location)))
    }
    package var optionText: String { time < .zero ? "-" + (-time).optionText : time.optionText }
}

/// Metadata of the whole presentation: `EXT-X-SESSION-DATA`.
package struct SessionDataOption: OptionMapping, Hashable {
    package enum Format: String, OptionValue, CaseIterable {
        case json
        case raw
    }

    package var id: QuotableText?
    package var value: QuotableText?
    package var uri: QuotableText?
    package var format = Format.json
    package var language: LanguageTag?

    package init() {}
    package static var fields: [OptionField<SessionDataOption>] {
        [
            .option("id", \.id, "Data ID in reverse DNS form, such as com.example.title; required."),
            .option("value", \.value, "Value of the data."),
            .option("uri", \.uri, "URI of a file with the data, instead of value."),
            .option("format", \.format, "Format of the file."),
            .option("language", \.language, "Language of the data as a BCP 47 tag."),
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        if id == nil { return ("id is missing", "id: com.example.title") }
        return (value == nil) == (uri == nil) ? ("either value or uri is required, not both", "one of them") : nil
    }

    var data: SessionData? {
        guard let id else { return nil }
        if let value { return SessionData(id: id.text, content: .value(value.text), language: language?.text) }
        guard let uri else { return nil }
        let content: SessionData.Content = format == .json ? .json(uri: uri.text) : .raw(uri: uri.text)
        return SessionData(id: id.text, content: content, language: language?.text)
    }
}

/// A variable of the multivariant playlist: `EXT-X-DEFINE`.
package struct VariableOption: OptionMapping, Hashable {
    package var name: QuotableText?
    package var value: QuotableText?
    package var query: QuotableText?

    package init() {}
    package static var fields: [OptionField<VariableOption>] {
        [
            .option("name", \.name, "Name of the variable."),
            .option("value", \.value, "Value of the variable."),
            .option("query", \.query, "Parameter of the playlist's URL that provides the value, instead of both."),
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        guard (query == nil) != (name == nil), (value == nil) == (name == nil) else {
            return ("a variable requires a name and a value, or a query", "one of these")
        }
        let isName = (name ?? query).map { $0.text.utf8.allSatisfy(Self.isNameCharacter) } ?? false
        return isName ? nil : ("'\((name ?? query)?.text ?? "")' is not a variable name", "letters, digits, - and _")
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }

    var definition: VariableDefinition? {
        if let query { return .queryParameter(name: query.text) }
        guard let name, let value else { return nil }
        return .value(name: name.text, value: value.text)
    }
}

extension HLSPlaylist.Options {
    /// The configured properties of the multivariant playlist.
    var requests: PresentationOptions {
        var requests = PresentationOptions()
        requests.definitions = variables.compactMap(\.definition)
        requests.start = start?.point
        requests.sessionData = sessionData.compactMap(\.data)
        requests.hasStableIDs = hasStableIDs
        requests.uriPrefix = uriPrefix?.text ?? ""
        return requests
    }

    /// Throws `invalid-options` for properties that the multivariant playlist cannot express.
    func validateRequests() throws(StageError) {
        let names = requests.definitions.map(\.name)
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw StageError(.invalidOptions, "variable '\(twice)' is defined twice")
        }
        let facts = requests.sessionData.map { [$0.id, $0.language ?? ""] }
        if let twice = facts.first(where: { fact in facts.count { $0 == fact } > 1 }) {
            throw StageError(.invalidOptions, "session-data '\(twice[0])' is defined twice in one language")
        }
        for match in uriPrefix?.text.matches(of: /\{\$([^}]*)\}/) ?? [] where !names.contains(String(match.1)) {
            throw StageError(
                .invalidOptions, "uri-prefix uses the variable '\(match.1)', which is not defined; add it to define")
        }
    }

    /// Throws `invalid-options` if a hold-back is shorter than allowed (RFC 8216bis 4.4.3.8; for parts, section 14.3 of
    /// Apple's authoring specification).
    func validateHoldBack(_ target: TargetDuration?, partTarget: MediaTime?) throws(StageError) {
        if let partHoldBack, let partTarget, partHoldBack < partTarget * 3 {
            throw StageError(
                .invalidOptions,
                "part-hold-back \(partHoldBack) is less than three parts of \(partTarget); use \(partTarget * 3) or more"
            )
        }
        guard let holdBack, let target, holdBack < target.time * 3 else { return }
        throw StageError(
            .invalidOptions,
            "hold-back \(holdBack) is less than three target durations of \(target); use \(target.time * 3) or more")
    }
}
