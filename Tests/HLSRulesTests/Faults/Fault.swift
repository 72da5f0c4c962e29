import HLSRules
import Testing

/// One fault in a good presentation, and the rule that must find it.
struct Fault: Sendable, CustomTestStringConvertible {
    var rule: String
    var name: String
    var subject: FaultSubject
    var change: @Sendable (inout PackagedPresentation) async throws -> Void

    init(
        _ rule: String, _ name: String, in subject: FaultSubject,
        _ change: @escaping @Sendable (inout PackagedPresentation) async throws -> Void
    ) {
        (self.rule, self.name, self.subject, self.change) = (rule, name, subject, change)
    }

    /// A fault in the last state of a playlist.
    init(_ rule: String, _ name: String, in subject: FaultSubject, _ file: String, _ mutation: Mutation) {
        self.init(rule, name, in: subject) { presentation in
            presentation[text: file] = try mutation.apply(presentation[text: file])
        }
    }

    /// A fault in the bytes of a file.
    static func bytes(
        _ rule: String, _ name: String, in subject: FaultSubject, _ file: String,
        _ change: @escaping @Sendable (inout [UInt8]) throws -> Void
    ) -> Fault {
        Fault(rule, name, in: subject) { try $0.change(file, change) }
    }

    /// A fault in the last states of a live playlist.
    static func reload(
        _ rule: String, _ name: String, in subject: FaultSubject = .live, of file: String = "video/playlist.m3u8",
        states: Int = 1, _ mutation: Mutation
    ) -> Fault {
        Fault(rule, name, in: subject) { try $0.changeLastState(file, count: states, mutation) }
    }

    /// A fault in the model of the media.
    static func model(
        _ rule: String, _ name: String, in subject: FaultSubject,
        _ change: @escaping @Sendable (inout MediaModel) throws -> Void
    ) -> Fault {
        Fault(rule, name, in: subject) { presentation in
            var model = subject.model
            try change(&model)
            presentation = try PackagedPresentation(model)
        }
    }

    var testDescription: String { "\(rule) \(subject.rawValue): \(name)" }
}
