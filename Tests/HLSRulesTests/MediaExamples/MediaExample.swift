import HLSRules

/// A modification of a presentation that is generated from a model.
enum MediaChange: Sendable {
    /// Applied before the tracks are segmented.
    case plan(@Sendable (inout MediaModel) -> Void)
    /// Applied after segmentation, to segments, fragments and samples.
    case model(@Sendable (inout MediaModel) -> Void)
    /// Applied to the bytes of a file.
    case bytes(String, @Sendable (inout [UInt8]) throws -> Void)
    /// Applied to the text of a playlist; all other playlists keep the previously measured values.
    case text(String, Mutation)
    /// Several modifications.
    case all([MediaChange])

    /// The individual modifications.
    var parts: [MediaChange] { if case .all(let changes) = self { changes.flatMap(\.parts) } else { [self] } }
}

extension RuleExample {
    /// An example with an error in the media of a valid presentation.
    static func media(
        _ rule: String, _ name: String, _ good: MediaModel, _ change: MediaChange, scope: RuleScope = .segment,
        profile: ValidationProfile = .apple
    ) -> RuleExample {
        let findings: @Sendable (Bool, ValidationProfile) throws -> [Finding] = { isBroken, profile in
            var model = good
            let changes = isBroken ? change.parts : []
            for case .plan(let change) in changes { change(&model) }
            model.segmentTracks()
            for case .model(let change) in changes { change(&model) }
            var files = try model.files()
            for case .bytes(let name, let change) in changes { try change(&files.media[name, default: []]) }
            for case .text(let name, let mutation) in changes {
                files.texts[name] = try mutation.apply(files.texts[name] ?? "")
            }
            return files.measure(profile).findings
        }
        return RuleExample(rule: rule, scope: scope, name: name, findings: findings, profile: profile)
    }
}

extension Mutation {
    /// Replaces the first integer after `name`.
    static func number(_ name: String, _ change: @escaping @Sendable (Int) -> Int) -> Mutation {
        Mutation { text in
            guard let start = text.firstRange(of: name)?.upperBound else {
                throw TextNotFound(description: "'\(name)' is not in the valid text")
            }
            let digits = text[start...].prefix(while: \.isNumber)
            guard let number = Int(digits) else { throw TextNotFound(description: "no number follows '\(name)'") }
            return text[..<start] + String(change(number)) + text[digits.endIndex...]
        }
    }
}
