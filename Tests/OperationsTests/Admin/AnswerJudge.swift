import Foundation
import Testing

/// Validates replies of the admin listener against its OpenAPI document.
enum AnswerJudge {
    /// Records an issue unless each reply, by its method and path, has the described status and matches its schema.
    static func judge(
        _ answers: [(request: String, reply: AdminReplyText)], by description: AdminReplyText, in folder: URL
    ) async throws {
        let (document, replies) = (folder.appending(path: "openapi.json"), folder.appending(path: "answers.json"))
        try description.text.write(to: document, atomically: true, encoding: .utf8)
        let values = Dictionary(answers.map { ($0.request, [$0.reply.status, $0.reply.text] as [Any]) }) { $1 }
        try JSONSerialization.data(withJSONObject: values).write(to: replies)
        let outcome = try await AdministeredRun.run(
            "python3", [Repository.script("check-answers.py"), document.path, replies.path])
        #expect(outcome.code == 0, "\(outcome.output)")
    }
}
