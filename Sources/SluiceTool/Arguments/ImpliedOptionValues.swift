/// Inserts the implied values of options whose value is optional, because GLib would consume any following word.
///
/// `--encode audio` becomes `--encode=audio`, and `--encode` alone becomes `--encode=all`. A word that the command
/// requires as an argument remains one: `segment movie.mp4 --encode audio` writes to the folder `audio`.
struct ImpliedOptionValues {
    private let options: [CommandOption]
    private let minimumCount: Int

    /// Creates a converter for a command with these options and number of arguments.
    init(_ options: [CommandOption], count: ClosedRange<Int>) {
        self.options = options
        minimumCount = count.lowerBound
    }

    /// Returns the words with each of these options and its value joined into one word.
    func joined(_ words: [String]) -> [String] {
        guard options.contains(where: { $0.choices != nil }) else { return words }
        var surplus = argumentCount(words) - minimumCount
        var result: [String] = []
        var next = words.startIndex
        while next < words.endIndex {
            if words[next] == "--" { return result + words[next...] }
            let (rest, option) = split(words[next])
            next += 1
            if let rest { result.append(rest) }
            guard let option, let (choices, implied) = option.choices else {
                // The next word is the value of another option.
                if takesValue(words[next - 1]), next < words.endIndex {
                    result.append(words[next])
                    next += 1
                }
                continue
            }
            let isValue = next < words.endIndex && choices.contains(words[next]) && surplus > 0
            result.append("--\(option.name)=\(isValue ? words[next] : implied)")
            if isValue { (next, surplus) = (next + 1, surplus - 1) }
        }
        return result
    }

    /// Splits off an option with an optional value: the complete word, or one letter of combined short options.
    private func split(_ word: String) -> (rest: String?, option: CommandOption?) {
        for option in options where option.choices != nil {
            if word == "--\(option.name)" { return (nil, option) }
            guard let short = option.short, word.hasPrefix("-"), !word.hasPrefix("--"),
                let place = word.dropFirst().firstIndex(of: short)
            else { continue }
            var rest = word
            rest.remove(at: place)
            return (rest == "-" ? nil : rest, option)
        }
        return (word, nil)
    }

    /// Returns the number of words that are neither options nor their values.
    private func argumentCount(_ words: [String]) -> Int {
        var (count, isValue, isOver) = (0, false, false)
        for word in words {
            if isOver || !isValue && (word == "-" || !word.hasPrefix("-")) { count += 1 }
            isOver = isOver || word == "--" && !isValue
            isValue = !isValue && takesValue(word)
        }
        return count
    }

    /// Returns whether the next word is the value of this one.
    private func takesValue(_ word: String) -> Bool {
        options.contains { option in
            guard option.takesNextWord else { return false }
            if word == "--\(option.name)" { return true }
            guard let short = option.short else { return false }
            return word.hasPrefix("-") && !word.hasPrefix("--") && word.last == short && word.count > 1
        }
    }
}

extension CommandOption {
    /// The words of a choice and the implied word; nil for other options.
    fileprivate var choices: ([String], String)? {
        if case .choice(_, let words, let implied) = form { (words, implied) } else { nil }
    }
    fileprivate var takesNextWord: Bool {
        switch form {
        case .value, .list: true
        case .flag, .counter, .choice: false
        }
    }
}
