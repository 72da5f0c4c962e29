import Media
package import StageKit

/// An origin without a network and without a clock: what it would answer to the bytes of a connection.
package struct OfflineOrigin: Sendable {
    /// One answer.
    package struct Answer: Sendable, Hashable {
        /// The status; nil for a request that would be held.
        package var status: Int?
        /// What would be sent, header and body.
        package var bytes: [UInt8] = []
    }

    private static let presentation = "live"
    private var store: OriginStore
    private var access = OriginAccess()
    private let now = OriginTime(elapsed: 0, date: 1_700_000_000)

    /// An origin with an empty presentation, which is called `live`; with a token, if that is not empty.
    package init(token: String = "") {
        access.token = token
        store = OriginStore(memory: 1 << 24, spill: nil, epoch: 1)
        _ = store.open(Self.presentation)
    }

    /// Publishes a resource.
    package mutating func publish(_ resource: Resource) {
        _ = store.carryOut(resource, for: Self.presentation, at: now)
    }

    /// Answers one request after another, as long as the connection would go on.
    package func answers(to connection: [UInt8]) -> [Answer] {
        var (answers, rest): ([Answer], ArraySlice<UInt8>) = ([], connection[...])
        while true {
            switch RequestHead.read(rest) {
            case .unfinished: return answers
            case .refused(let status, let why):
                return answers + [answer(.text(status, why, cache: .never), isPersistent: false, hasBody: true)]
            case .request(let head, let length):
                rest = rest.dropFirst(length).dropFirst(head.bodyLength)
                answers.append(answer(head))
                guard head.isPersistent, rest.count > 0 else { return answers }
            }
        }
    }

    private func answer(_ head: RequestHead) -> Answer {
        var request = head.request
        let outcome: OriginStore.Outcome =
            access.answer(&request, at: now).map { .respond($0) } ?? store.answer(request, since: 0, at: now)
        guard case .respond(let response) = outcome else { return Answer() }
        return answer(response, isPersistent: head.isPersistent, hasBody: head.request.method != .head)
    }

    private func answer(_ response: OriginResponse, isPersistent: Bool, hasBody: Bool) -> Answer {
        var response = response
        access.addFields(to: &response)
        let head = response.head(date: HTTPDate(seconds: now.date), isPersistent: isPersistent)
        let body = hasBody ? response.body.flatMap(\.bytes) : []
        return Answer(status: response.status, bytes: head.bytes + body)
    }
}
