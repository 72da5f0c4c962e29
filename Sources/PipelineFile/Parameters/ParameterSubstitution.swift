import StageKit

/// Substitutes parameter values in a document and records their locations.
struct ParameterSubstitution {
    let parameters: ParameterTable
    let sources: [String: SourceText]
    private(set) var diagnostics: [Diagnostic] = []
    /// A substituted value, for notes in diagnostics about the same location.
    struct Origin {
        var name: String
        var text: String
        var source: String
        var isDefault: Bool

        func note(isSecret: Bool) -> String {
            isSecret ? "'${\(name)}' is \(source)" : "'${\(name)}' is '\(text)', \(source)"
        }
    }

    private(set) var origins: [SourceLocation: [Origin]] = [:]
    /// The contents of files inserted with `${file:PATH}`.
    private(set) var secrets: Set<String> = []
    /// Locations with an undefined or invalid parameter, where further diagnostics are suppressed.
    private(set) var unknown: Set<SourceLocation> = []
    /// The names of the parameters that values refer to.
    private(set) var used: Set<String> = []
    /// The known stage kinds, which determine the options that are launch descriptions.
    private let catalogue: StageCatalogue
    private var done: [SourceLocation: String] = [:]
    private var expandedBytes = 0

    /// Maximum total size of all values that contain parameters, after expansion, in bytes.
    static let limit = 1 << 20

    init(
        _ parameters: ParameterTable, sources: [String: SourceText], catalogue: StageCatalogue = StageCatalogue()
    ) {
        self.catalogue = catalogue
        self.parameters = parameters
        self.sources = sources
    }

    mutating func apply(to document: PipelineDocument) -> PipelineDocument {
        var document = document
        document.name = document.name.map { apply(to: $0) }
        document.about = document.about.map { apply(to: $0) }
        for index in document.stages.indices {
            var stage = document.stages[index]
            stage.kind = stage.kind.map { apply(to: $0) }
            stage.inputs = stage.inputs.map { apply(to: $0) }
            let description = stage.kind.flatMap { catalogue[$0.text] }
            stage.options = stage.options.map { entry in
                let isLaunch =
                    description?.options.first { $0.key == entry.key }?.valueForm == LaunchDescription.valueForm
                let value = isLaunch ? applyToLaunchDescription(entry.value) : apply(to: entry.value)
                return .init(key: entry.key, keyLocation: entry.keyLocation, value: value)
            }
            document.stages[index] = stage
        }
        for index in document.hooks.indices { document.hooks[index].options = apply(to: document.hooks[index].options) }
        document.admin = document.admin.map { apply(to: $0) }
        return document
    }

    private mutating func apply(to entries: [OptionNode.Entry]) -> [OptionNode.Entry] {
        entries.map { .init(key: $0.key, keyLocation: $0.keyLocation, value: apply(to: $0.value)) }
    }

    private mutating func apply(to node: OptionNode) -> OptionNode {
        switch node.content {
        case .scalar(let text, let isQuoted):
            OptionNode(
                .scalar(apply(to: LocatedText(text, at: node.location)).text, isQuoted: isQuoted), at: node.location)
        case .list(let items): OptionNode(.list(items.map { apply(to: $0) }), at: node.location)
        case .mapping(let entries): OptionNode(.mapping(apply(to: entries)), at: node.location)
        }
    }

    /// Substitutes parameters in a launch description. Their values are escaped as property values, unless the whole
    /// description is one parameter.
    private mutating func applyToLaunchDescription(_ node: OptionNode) -> OptionNode {
        guard case .scalar(let text, let isQuoted) = node.content else { return apply(to: node) }
        let pieces = ParameterText.pieces(of: text)
        guard !LaunchEscaper.isWhole(pieces),
            pieces.contains(where: { if case .parameter = $0 { true } else { false } })
        else { return apply(to: node) }
        let word = LocatedText(text, at: node.location)
        var (result, quoting) = ("", LaunchEscaper())
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .text(let text):
                quoting.advance(text)
                result += text
            case .parameter(let name):
                let next = index + 1 < pieces.count ? pieces[index + 1] : nil
                do throws(LaunchEscaper.Rejection) {
                    let value = value(of: name, in: word)
                    result += try quoting.inserted(value, isLast: LaunchEscaper.endsWord(before: next))
                } catch {
                    report("bad-parameter", error.message, "${\(name)}", word, [error.note])
                }
            case .unclosed: report("bad-parameter", "'${' is not closed", "${", word, ["write '$${' for the text '${'"])
            }
            guard isWithinLimit(adding: result.utf8.count, in: word) else { break }
        }
        expandedBytes += result.utf8.count
        return OptionNode(.scalar(result, isQuoted: isQuoted), at: node.location)
    }

    private mutating func apply(to word: LocatedText) -> LocatedText {
        guard word.text.utf8.contains(UInt8(ascii: "$")) else { return word }
        // Aliases repeat the same value at many locations; it is expanded once.
        if let location = word.location, let text = done[location] { return LocatedText(text, at: location) }
        let text = expand(word)
        if let location = word.location { done[location] = text }
        return LocatedText(text, at: word.location)
    }

    private mutating func expand(_ word: LocatedText) -> String {
        var result = ""
        let reported = diagnostics.count
        for piece in ParameterText.pieces(of: word.text) {
            switch piece {
            case .text(let text): result += text
            case .parameter(let name): result += value(of: name, in: word)
            case .unclosed: report("bad-parameter", "'${' is not closed", "${", word, ["write '$${' for the text '${'"])
            }
            // Limits repeated diagnostics, since a value may be very long.
            guard diagnostics.count < reported + 8 else { break }
            guard isWithinLimit(adding: result.utf8.count, in: word) else { break }
        }
        expandedBytes += result.utf8.count
        return result
    }

    private mutating func isWithinLimit(adding count: Int, in word: LocatedText) -> Bool {
        guard expandedBytes + count > Self.limit else { return true }
        report("limit-reached", "parameters expand to more than \(Self.limit >> 10) KiB", "${", word)
        return false
    }

    private mutating func value(of name: String, in word: LocatedText) -> String {
        if name.hasPrefix(Self.filePrefix) { return content(ofFile: name, in: word) }
        used.insert(name)
        guard let value = parameters[name] else {
            if let location = word.location { unknown.insert(location) }
            if !parameters.isDeclared(name) {
                let place = place(of: "${\(name)}", in: word)
                diagnostics.append(parameters.undeclared(name, "there is no parameter '\(name)'", at: place))
            }
            return ""
        }
        if let location = word.location {
            origins[location, default: []].append(
                Origin(name: name, text: value.text, source: value.origin, isDefault: value.isDefault))
        }
        return value.text
    }

    /// The prefix of a file path in place of a parameter name.
    private static let filePrefix = "file:"

    /// Returns the content of the file in `${file:PATH}`, which is treated as a secret.
    private mutating func content(ofFile name: String, in word: LocatedText) -> String {
        do throws(Diagnostic) {
            let text = try SecretOptionReader.content(of: String(name.dropFirst(Self.filePrefix.count)))
            secrets.insert(text)
            return text
        } catch {
            report(error.code, error.message, "${\(name)}", word)
            return ""
        }
    }

    private mutating func report(
        _ code: String, _ message: String, _ part: String, _ word: LocatedText, _ notes: [String] = []
    ) {
        if let location = word.location { unknown.insert(location) }
        diagnostics.append(Diagnostic(code: code, message: message, at: place(of: part, in: word), notes: notes))
    }

    private func place(of part: String, in word: LocatedText) -> SourceLocation? {
        word.location.map { sources[$0.file]?.location(of: part, in: $0) ?? $0 }
    }
}
