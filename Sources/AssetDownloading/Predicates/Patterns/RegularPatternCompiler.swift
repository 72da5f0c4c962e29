/// Turns the text of a regular expression into steps.
struct RegularPatternCompiler {
    typealias Step = RegularPattern.Step
    typealias Problem = RegularPattern.Problem

    private let characters: [Character]
    private var offset = 0
    private var depth = 0

    private let ignoresCase: Bool

    init(_ text: String, ignoresCase: Bool) {
        characters = Array(text)
        self.ignoresCase = ignoresCase
    }

    mutating func compile() throws(Problem) -> [Step] {
        var steps = try alternatives()
        guard offset == characters.count else { throw problem("')' closes nothing") }
        if ignoresCase { steps = steps.map(\.ignoringCase) }
        return steps + [.done]
    }

    private var next: Character? { offset < characters.count ? characters[offset] : nil }

    private mutating func skip(_ character: Character) -> Bool {
        guard next == character else { return false }
        offset += 1
        return true
    }

    private func problem(_ message: String, at position: Int? = nil) -> Problem {
        Problem(offset: position ?? offset, message: message)
    }

    /// Steps that begin at 0; the targets in them are relative to their own place until they are put together.
    private mutating func alternatives() throws(Problem) -> [Step] {
        depth += 1
        defer { depth -= 1 }
        guard depth <= PredicateLimits.depth else {
            throw problem("groups are more than \(PredicateLimits.depth) deep")
        }
        var steps = try sequence()
        while skip("|") {
            let other = try sequence()
            // Either the first, and then past the other; or the other.
            steps =
                [.split(1, steps.count + 2)] + Self.moved(steps, by: 1)
                + [.jump(steps.count + 2 + other.count)] + Self.moved(other, by: steps.count + 2)
            try check(steps)
        }
        return steps
    }

    private mutating func sequence() throws(Problem) -> [Step] {
        var steps: [Step] = []
        while let character = next, character != "|", character != ")" {
            let piece = try repeated(piece())
            steps += Self.moved(piece, by: steps.count)
            try check(steps)
        }
        return steps
    }

    private func check(_ steps: [Step]) throws(Problem) {
        guard steps.count <= PredicateLimits.patternSize else {
            throw problem("the pattern has more than \(PredicateLimits.patternSize) steps")
        }
    }

    private static func moved(_ steps: [Step], by distance: Int) -> [Step] {
        steps.map { step in
            switch step {
            case .split(let first, let second): .split(first + distance, second + distance)
            case .jump(let target): .jump(target + distance)
            default: step
            }
        }
    }
}

// Repetition.
extension RegularPatternCompiler {
    private mutating func repeated(_ piece: [Step]) throws(Problem) -> [Step] {
        var piece = piece
        while let character = next, "*+?{".contains(character) {
            let begin = offset
            offset += 1
            let (least, most): (Int, Int?)
            switch character {
            case "*": (least, most) = (0, nil)
            case "+": (least, most) = (1, nil)
            case "?": (least, most) = (0, 1)
            default: (least, most) = try bounds(from: begin)
            }
            // Lazy and possessive repetition take the same whole texts as plain repetition.
            if next == "?" || next == "+" { offset += 1 }
            piece = try repetition(of: piece, least, most, at: begin)
        }
        return piece
    }

    private mutating func bounds(from begin: Int) throws(Problem) -> (Int, Int?) {
        guard let least = number() else { throw problem("a repetition looks like {2}, {2,} or {2,5}", at: begin) }
        var most: Int? = least
        if skip(",") { most = next == "}" ? nil : number() ?? -1 }
        guard skip("}"), most ?? least >= least else {
            throw problem("a repetition looks like {2}, {2,} or {2,5}", at: begin)
        }
        return (least, most)
    }

    private mutating func number() -> Int? {
        let begin = offset
        while let character = next, character.isASCII, character.isNumber { offset += 1 }
        guard offset - begin <= 5 else { return nil }
        return Int(String(characters[begin..<offset]))
    }

    private func repetition(
        of piece: [Step], _ least: Int, _ most: Int?, at begin: Int
    ) throws(Problem) -> [Step] {
        let size = (piece.count + 2).multipliedReportingOverflow(by: (most ?? least + 1) + 1)
        guard !size.overflow, size.partialValue <= PredicateLimits.patternSize * 2 else {
            throw problem("the pattern has more than \(PredicateLimits.patternSize) steps", at: begin)
        }
        var steps: [Step] = []
        for _ in 0..<least { steps += Self.moved(piece, by: steps.count) }
        if let most {
            let end = steps.count + (most - least) * (piece.count + 1)
            for _ in least..<most {
                steps.append(.split(steps.count + 1, end))
                steps += Self.moved(piece, by: steps.count)
            }
        } else {
            let loop = steps.count
            steps.append(.split(loop + 1, loop + piece.count + 2))
            steps += Self.moved(piece, by: loop + 1)
            steps.append(.jump(loop))
        }
        return steps
    }
}

// Pieces.
extension RegularPatternCompiler {
    private mutating func piece() throws(Problem) -> [Step] {
        guard let character = next else { return [] }
        let begin = offset
        offset += 1
        switch character {
        case ".": return [.take(.init(classes: [.anything]))]
        case "^": return [.begin]
        case "$": return [.end]
        case "[": return [.take(try set(from: begin))]
        case "\\": return [.take(try escaped())]
        case "(": return try group(from: begin)
        case "*", "+", "?", "{": throw problem("'\(character)' repeats nothing", at: begin)
        default: return [.take(.init(ranges: [character...character]))]
        }
    }

    private mutating func group(from begin: Int) throws(Problem) -> [Step] {
        if skip("?"), !skip(":") {
            throw problem("looking ahead or behind and named groups have no bounded cost; '(?:' opens a plain group")
        }
        let steps = try alternatives()
        guard skip(")") else { throw problem("'(' is not closed", at: begin) }
        return steps
    }

    private mutating func escaped() throws(Problem) -> RegularPattern.CharacterSet {
        guard let character = next else { throw problem("a character is wanted behind the backslash") }
        offset += 1
        switch character {
        case "d": return .init(classes: [.digit])
        case "D": return .init(classes: [.notDigit])
        case "w": return .init(classes: [.word])
        case "W": return .init(classes: [.notWord])
        case "s": return .init(classes: [.space])
        case "S": return .init(classes: [.notSpace])
        case "t": return .init(ranges: ["\t"..."\t"])
        case "n": return .init(ranges: ["\n"..."\n"])
        case _ where character.isASCII && (character.isLetter || character.isNumber):
            throw problem(
                "'\\\(character)' is not known here; references to groups have no bounded cost", at: offset - 1)
        default: return .init(ranges: [character...character])
        }
    }

    private mutating func set(from begin: Int) throws(Problem) -> RegularPattern.CharacterSet {
        var set = RegularPattern.CharacterSet(isInverted: skip("^"))
        var isFirst = true
        while let character = next, isFirst || character != "]" {
            isFirst = false
            offset += 1
            if character == "\\" {
                let part = try escaped()
                set.classes += part.classes
                guard let single = part.ranges.first else { continue }
                set.ranges.append(try range(from: single.lowerBound))
            } else {
                set.ranges.append(try range(from: character))
            }
        }
        guard skip("]") else { throw problem("'[' is not closed", at: begin) }
        return set
    }

    /// The rest of `a-z`, or the one character.
    private mutating func range(from low: Character) throws(Problem) -> ClosedRange<Character> {
        guard next == "-", offset + 1 < characters.count, characters[offset + 1] != "]" else { return low...low }
        offset += 1
        var high = characters[offset]
        offset += 1
        if high == "\\" { high = try escaped().ranges.first?.lowerBound ?? low }
        guard low <= high else { throw problem("the range \(low)-\(high) is the wrong way round", at: offset - 1) }
        return low...high
    }
}
