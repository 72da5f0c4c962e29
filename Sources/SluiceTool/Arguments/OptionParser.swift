import CGStreamerLibraries
import Media
import StageKit

/// Parses the arguments of a subcommand with GLib.
struct OptionParser {
    private let command: any Command.Type

    init(_ command: any Command.Type) { self.command = command }

    /// Parses the arguments. Throws `UsageError` if they are invalid.
    func parse(_ words: [String]) throws(UsageError) -> Arguments {
        var parts = split(ImpliedOptionValues(options, count: command.words).joined(words))[...]
        var arguments = try parsePart(parts.removeFirst())
        if let group = command.group {
            for part in parts { arguments.add(try parsePart(part), group) }
        }
        guard arguments.help == nil else { return arguments }
        guard command.words.contains(arguments.words.count) else {
            let given = arguments.words.count < command.words.lowerBound ? "too few" : "too many"
            throw UsageError(
                "\(given) arguments: \(Tool.name) \(command.name) \(command.usage)", notes: [helpHint])
        }
        return arguments
    }

    /// Splits the arguments into the words before the first group and the words of each group.
    private func split(_ words: [String]) -> [[String]] {
        var parts: [[String]] = [[]]
        var isOver = false
        for word in words {
            isOver = isOver || word == "--"
            if let start = command.group?.start, !isOver, word == "--\(start)" || word.hasPrefix("--\(start)=") {
                parts.append([])
            }
            parts[parts.count - 1].append(word)
        }
        return parts
    }

    private func parsePart(_ words: [String]) throws(UsageError) -> Arguments {
        let table = OptionTable(options)
        let context = makeContext(table)
        defer { g_option_context_free(context) }
        var failure: UnsafeMutablePointer<GError>?
        var strings: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = stringArray([Tool.name] + words)
        defer { g_strfreev(strings) }
        guard g_option_context_parse_strv(context, &strings, &failure) != 0 else {
            let message = failure.map { String(cString: $0.pointee.message) } ?? "cannot parse the options"
            g_clear_error(&failure)
            throw usageError(message)
        }
        var arguments = table.arguments
        if arguments.has("help") { arguments.help = help(context) }
        if arguments.has("help-gst") { arguments.help = ownedString(g_option_context_get_help(context, 0, nil)) }
        return arguments
    }

    /// Returns the help text of the subcommand.
    func help() -> String {
        let table = OptionTable(options)
        let context = makeContext(table)
        defer { g_option_context_free(context) }
        return help(context)
    }

    private var options: [CommandOption] {
        var options = command.options
        options.append(CommandOption("help", "h", .flag, "Help for this command"))
        if command.acceptsGStreamerOptions {
            options.append(CommandOption("help-gst", nil, .flag, "Help for GStreamer's options"))
        }
        return options
    }

    private var helpHint: String { "see '\(Tool.name) \(command.name) --help'" }

    private func makeContext(_ table: OptionTable) -> OpaquePointer? {
        g_set_prgname("\(Tool.name) \(command.name)")
        let context = g_option_context_new(command.usage)
        // GLib's built-in help option would exit the process.
        g_option_context_set_help_enabled(context, 0)
        let group = g_option_group_new(nil, nil, nil, UnsafeMutableRawPointer(table.counts), nil)
        g_option_group_add_entries(group, table.entries)
        g_option_context_set_main_group(context, group)
        g_option_context_set_summary(context, command.abstract)
        g_option_context_set_description(context, examples)
        if command.acceptsGStreamerOptions { g_option_context_add_group(context, gst_init_get_option_group()) }
        return context
    }

    private var examples: String {
        guard !command.examples.isEmpty else { return "" }
        return "Examples:\n" + command.examples.map { "  \(Tool.name) \(command.name) \($0)\n" }.joined()
    }

    private func help(_ context: OpaquePointer?) -> String { ownedString(g_option_context_get_help(context, 1, nil)) }

    private func usageError(_ message: String) -> UsageError {
        // GLib's messages begin with a capital: "Unknown option --sett".
        let text = message.prefix(1).lowercased() + message.dropFirst()
        let word = text.split(separator: " ").last.map { $0.drop { $0 == "-" } } ?? ""
        let close = SpellingSuggestion.closest(to: String(word), among: options.map(\.name))
        return UsageError(text, notes: (close.map { ["did you mean '--\($0)'?"] } ?? []) + [helpHint])
    }
}

/// GLib's option table and the memory that it writes values to.
private final class OptionTable {
    private let options: [CommandOption]
    let entries: UnsafeMutablePointer<GOptionEntry>
    private let storage: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    /// The number of occurrences of the counter; a command has at most one.
    let counts: UnsafeMutablePointer<Int>
    private var strings: [UnsafeMutablePointer<CChar>?] = []

    init(_ options: [CommandOption]) {
        self.options = options
        entries = .allocate(capacity: options.count + 2)
        storage = .allocate(capacity: options.count + 1)
        counts = .allocate(capacity: 1)
        counts.initialize(to: 0)
        entries.initialize(repeating: GOptionEntry(), count: options.count + 2)
        storage.initialize(repeating: nil, count: options.count + 1)
        for (index, option) in options.enumerated() { describe(option, at: index) }
        // The positional arguments.
        entries[options.count].long_name = UnsafePointer(copyString(""))
        entries[options.count].arg = G_OPTION_ARG_FILENAME_ARRAY
        entries[options.count].arg_data = UnsafeMutableRawPointer(storage + options.count)
    }

    deinit {
        for index in 0...options.count {
            switch index < options.count ? options[index].form : .list("") {
            case .flag, .counter: break
            case .value, .choice: g_free(storage[index])
            case .list: g_strfreev(storage[index]?.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self))
            }
        }
        for string in strings { g_free(string) }
        entries.deallocate()
        storage.deallocate()
        counts.deallocate()
    }

    /// The values that GLib has parsed.
    var arguments: Arguments {
        var arguments = Arguments()
        for (index, option) in options.enumerated() {
            switch option.form {
            case .flag:
                if UInt(bitPattern: storage[index]) & 0xffff_ffff != 0 { arguments.flags.insert(option.name) }
            case .counter:
                arguments.counts[option.name] = counts.pointee
                if counts.pointee > 0 { arguments.flags.insert(option.name) }
            case .value, .choice:
                guard let text = storage[index]?.assumingMemoryBound(to: CChar.self) else { continue }
                arguments.values[option.name] = [String(cString: text)]
            case .list: arguments.values[option.name] = list(at: index)
            }
        }
        arguments.words = list(at: options.count)
        return arguments
    }

    private func describe(_ option: CommandOption, at index: Int) {
        entries[index].long_name = UnsafePointer(copyString(option.name))
        entries[index].short_name = CChar(option.short?.asciiValue ?? 0)
        entries[index].description = UnsafePointer(copyString(option.help))
        entries[index].arg_data = UnsafeMutableRawPointer(storage + index)
        // File names are not converted; GLib would convert strings from the locale's encoding.
        switch option.form {
        case .flag: entries[index].arg = G_OPTION_ARG_NONE
        case .counter:
            let count:
                @convention(c) (
                    UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?,
                    UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
                ) -> gboolean = { _, _, counts, _ in
                    counts?.assumingMemoryBound(to: Int.self).pointee += 1
                    return 1
                }
            entries[index].arg = G_OPTION_ARG_CALLBACK
            entries[index].flags = Int32(G_OPTION_FLAG_NO_ARG.rawValue)
            entries[index].arg_data = unsafeBitCast(count, to: UnsafeMutableRawPointer.self)
        case .value(let placeholder), .choice(let placeholder, _, _):
            entries[index].arg = G_OPTION_ARG_FILENAME
            entries[index].arg_description = UnsafePointer(copyString(placeholder))
        case .list(let placeholder):
            entries[index].arg = G_OPTION_ARG_FILENAME_ARRAY
            entries[index].arg_description = UnsafePointer(copyString(placeholder))
        }
    }

    private func list(at index: Int) -> [String] {
        guard var next = storage[index]?.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self) else { return [] }
        var texts: [String] = []
        while let text = next.pointee {
            texts.append(String(cString: text))
            next += 1
        }
        return texts
    }

    private func copyString(_ text: String) -> UnsafeMutablePointer<CChar>? {
        let copy = g_strdup(text)
        strings.append(copy)
        return copy
    }
}

/// Returns a copy of the words for GLib, to be freed with `g_strfreev`.
private func stringArray(_ words: [String]) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    let size = (words.count + 1) * MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
    let array = g_malloc0(UInt(size))?.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
    for (index, word) in words.enumerated() { array?[index] = g_strdup(word) }
    return array
}

private func ownedString(_ text: UnsafeMutablePointer<CChar>?) -> String {
    defer { g_free(text) }
    return text.map { String(cString: $0) } ?? ""
}
