/// A regular expression whose cost is bounded: all ways to read the text are followed at once, none is tried again.
///
/// Characters, `.`, sets such as `[a-z]`, `\d` `\w` `\s` and their opposites, groups, `|`, `*` `+` `?` `{2}` `{2,}` `{2,5}` and
/// the anchors `^` and `$`. What needs trying again (references to groups, looking ahead) is refused.
struct RegularPattern: Sendable {
    /// One step of a compiled pattern.
    enum Step: Sendable {
        /// Takes one character of a set.
        case take(CharacterSet)
        /// Goes on in two places.
        case split(Int, Int)
        case jump(Int)
        case begin
        case end
        case done

        var ignoringCase: Step {
            guard case .take(var set) = self else { return self }
            set.ignoresCase = true
            return .take(set)
        }
    }

    let steps: [Step]

    /// What is wrong with a pattern: where, in characters from 0, and what.
    struct Problem: Error {
        var offset: Int
        var message: String
    }

    /// Compiles a pattern.
    init(_ text: String, ignoresCase: Bool = false) throws(Problem) {
        var compiler = RegularPatternCompiler(text, ignoresCase: ignoresCase)
        steps = try compiler.compile()
    }

    /// Whether the whole text fits. The cost is at most the product of the lengths of text and pattern.
    func matches(_ text: String) -> Bool {
        let characters = Array(text.prefix(PredicateLimits.text + 1))
        guard characters.count <= PredicateLimits.text else { return false }
        var places = Places(count: steps.count)
        follow(0, &places, position: 0, of: characters.count)
        for (position, character) in characters.enumerated() {
            guard !places.list.isEmpty else { return false }
            var next = Places(count: steps.count)
            for place in places.list {
                guard case .take(let set) = steps[place], set.contains(character) else { continue }
                follow(place + 1, &next, position: position + 1, of: characters.count)
            }
            places = next
        }
        return places.list.contains { if case .done = steps[$0] { true } else { false } }
    }

    /// The places where reading is at once, each once.
    private struct Places {
        var list: [Int] = []
        private var isThere: [Bool]

        init(count: Int) { isThere = [Bool](repeating: false, count: count) }

        mutating func insert(_ place: Int) -> Bool {
            guard !isThere[place] else { return false }
            isThere[place] = true
            list.append(place)
            return true
        }
    }

    /// Adds a place and all that is reached from it without a character.
    private func follow(_ place: Int, _ places: inout Places, position: Int, of count: Int) {
        var open = [place]
        while let place = open.popLast() {
            guard places.insert(place) else { continue }
            switch steps[place] {
            case .split(let first, let second): open += [second, first]
            case .jump(let target): open.append(target)
            case .begin: if position == 0 { open.append(place + 1) }
            case .end: if position == count { open.append(place + 1) }
            case .take, .done: break
            }
        }
    }

    /// Characters that fit in one place.
    struct CharacterSet: Sendable {
        var ranges: [ClosedRange<Character>] = []
        var classes: [CharacterClass] = []
        var isInverted = false
        var ignoresCase = false

        func contains(_ character: Character) -> Bool { has(character) != isInverted }

        private func has(_ character: Character) -> Bool {
            if holds(character) { return true }
            guard ignoresCase else { return false }
            let (lower, upper) = (character.lowercased(), character.uppercased())
            return lower.count == 1 && lower.allSatisfy(holds) || upper.count == 1 && upper.allSatisfy(holds)
        }

        private func holds(_ character: Character) -> Bool {
            ranges.contains { $0.contains(character) } || classes.contains { $0.contains(character) }
        }
    }

    /// `\d`, `\w`, `\s` and `.`.
    enum CharacterClass: Sendable {
        case digit, notDigit, word, notWord, space, notSpace, anything

        func contains(_ character: Character) -> Bool {
            switch self {
            case .digit: character.isNumber && character.isWholeNumber
            case .notDigit: !CharacterClass.digit.contains(character)
            case .word: character.isLetter || character.isNumber || character == "_"
            case .notWord: !CharacterClass.word.contains(character)
            case .space: character.isWhitespace
            case .notSpace: !character.isWhitespace
            case .anything: !character.isNewline
            }
        }
    }
}
