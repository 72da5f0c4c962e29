/// Generates the stage reference from the declarations of stage kinds.
package enum StageReference {
    /// Returns the Markdown section of a kind.
    package static func markdown(_ description: StageDescription) -> String {
        var lines = ["### `\(description.kind)`", "", sentence(description.abstract), "", flow(description) + ".", ""]
        if description.options.isEmpty {
            lines += ["It has no options.", ""]
        } else {
            lines += table(description.options, of: "Option")
        }
        for option in description.options where !option.members.isEmpty {
            lines += ["Each mapping of `\(option.key)`:", ""] + table(option.members, of: "Key")
        }
        return lines.joined(separator: "\n")
    }

    /// Returns a Markdown page with all kinds, grouped by family.
    package static func markdown(_ catalogue: StageCatalogue) -> String {
        page(
            "Stage reference", "All stage kinds with their inputs, outputs and options.", catalogue.descriptions)
    }

    /// Returns a Markdown page with the kinds that plugins provide.
    package static func markdown(ofPluginsIn catalogue: StageCatalogue) -> String {
        let kinds = catalogue.descriptions.filter { $0.plugin != nil }
        let names = Set(kinds.compactMap(\.plugin?.name)).sorted().joined(separator: ", ")
        return page(
            "Stage reference of \(names)",
            "All stage kinds of the plugin with their inputs, outputs and options.",
            kinds)
    }

    private static func page(_ title: String, _ abstract: String, _ kinds: [StageDescription]) -> String {
        var page = "# \(title)\n\n\(abstract)\n"
        var family = ""
        for description in kinds {
            let next = String(description.kind.prefix { $0 != "." })
            if next != family { page += "\n## \(next)\n" }
            family = next
            page += "\n" + markdown(description)
        }
        return page
    }

    /// Returns the description of a kind as plain text.
    package static func text(_ description: StageDescription) -> String {
        var text = "\(description.kind): \(description.abstract)\n\(flow(description))\n"
        for option in description.options {
            text += "\n" + entry(option, indent: "  ")
            for member in option.members { text += entry(member, indent: "      ") }
        }
        return text + (description.options.isEmpty ? "\n  no options\n" : "")
    }

    /// Returns a plain-text list of all kinds, one per line.
    package static func text(_ catalogue: StageCatalogue) -> String {
        let width = catalogue.descriptions.map(\.kind.count).max() ?? 0
        return catalogue.descriptions.map { description in
            let gap = String(repeating: " ", count: width - description.kind.count + 2)
            return "\(description.kind)\(gap)\(description.abstract)\n"
        }.joined()
    }

    private static func table(_ options: [OptionDescription], of title: String) -> [String] {
        ["| \(title) | Value | Default | Meaning |", "|---|---|---|---|"] + options.map(row) + [""]
    }

    private static func entry(_ option: OptionDescription, indent: String) -> String {
        "\(indent)\(option.key): \(facts(option))\n\(indent)    \(option.help)\n"
    }

    /// Returns the form of an option's value, its limits and its default.
    package static func facts(_ option: OptionDescription) -> String {
        let standard = option.isRequired ? "required" : option.defaultText.map { "default \(shown($0))" }
        return [value(option), standard].compactMap { $0 }.joined(separator: ", ")
    }

    /// Returns the role of a kind with its input and output.
    package static func flow(_ description: StageDescription) -> String {
        let name = description.role.rawValue
        let article = "aeiou".contains(name.prefix(1)) ? "An" : "A"
        let formats = (description.inputFormats.pixel + description.inputFormats.sample).joined(separator: ", ")
        let takes = description.inputName.map { "accepts \($0)s\(formats.isEmpty ? "" : " (\(formats))")" }
        let gives = description.outputName.map { "emits \($0)s" }
        return "\(article) \(name): " + [takes, gives].compactMap { $0 }.joined(separator: ", ")
    }

    private static func row(_ option: OptionDescription) -> String {
        let standard = option.isRequired ? "required" : option.defaultText.map { "`\(shown($0))`" } ?? "–"
        let cells = ["`\(option.key)`", value(option), standard, sentence(option.help)]
        return "| " + cells.map(escaped).joined(separator: " | ") + " |"
    }

    private static func value(_ option: OptionDescription) -> String {
        guard let limits = option.limits else { return option.valueForm }
        return option.valueForm == "choice" ? limits : "\(option.valueForm), \(limits)"
    }

    private static func shown(_ text: String) -> String { text.isEmpty ? "\"\"" : text }

    /// Returns the text with a capital and a full stop.
    package static func sentence(_ text: String) -> String {
        guard let last = text.last else { return "" }
        return text.prefix(1).uppercased() + text.dropFirst() + (".!?".contains(last) ? "" : ".")
    }

    private static func escaped(_ cell: String) -> String {
        cell.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}
