import HTTPServer
import HTTPStages
import Media
import Testing

@testable import Operations

@Suite struct AdminAccessTests {
    private static let token = "0123456789abcdef"

    private func request(_ change: (inout HTTPRequest) -> Void = { _ in }) -> HTTPRequest {
        var request = HTTPRequest(path: "/status")
        request.host = "127.0.0.1:9090"
        change(&request)
        return request
    }

    private func status(_ access: AdminAccess, _ request: HTTPRequest, at seconds: Int = 0) -> Int {
        switch access.decision(on: request, at: .zero + .seconds(seconds)) {
        case .permitted: 200
        case .anonymous: 0
        case .denied(let problem): problem.status
        }
    }

    @Test func pagesOfOtherSitesAreDenied() {
        let access = AdminAccess(token: "")
        #expect(status(access, request()) == 200)
        #expect(status(access, request { $0.origin = "http://127.0.0.1:9090" }) == 200)
        #expect(status(access, request { $0.origin = "http://example.org" }) == 403)
        #expect(status(access, request { $0.origin = "null" }) == 403)
        #expect(status(access, request { ($0.method, $0.fetchSite) = (.post, "cross-site") }) == 403)
        #expect(status(access, request { ($0.method, $0.fetchSite) = (.post, "same-site") }) == 403)
        #expect(status(access, request { ($0.method, $0.fetchSite) = (.post, "same-origin") }) == 200)
    }

    @Test func tokenIsRequiredOverTCPOnly() {
        let access = AdminAccess(token: Self.token)
        #expect(status(access, request()) == 0)
        #expect(status(access, request { $0.authorization = "Bearer \(Self.token)" }) == 200)
        #expect(status(access, request { $0.authorization = "Bearer \(Self.token)x" }) == 401)
        #expect(status(access, request { $0.authorization = Self.token }) == 401)
        #expect(status(access, request { $0.isLocal = true }) == 200)
    }

    @Test func hostNamesArePermittedWithToken() {
        let named = request { ($0.host, $0.authorization) = ("cam1.example.org", "Bearer \(Self.token)") }
        #expect(status(AdminAccess(token: Self.token), named) == 200)
        #expect(status(AdminAccess(token: ""), named) == 421)
    }

    @Test func wrongTokensDoNotExhaustTheLimitOfOperators() {
        let access = AdminAccess(token: Self.token)
        let wrong = request { $0.authorization = "Bearer wrong" }
        let statuses = (0..<100).map { _ in status(access, wrong) }
        #expect(statuses.prefix(20).allSatisfy { $0 == 401 } && statuses.suffix(50).allSatisfy { $0 == 429 })
        #expect(status(access, request { $0.authorization = "Bearer \(Self.token)" }) == 200)
        #expect(status(access, wrong, at: 2) == 401)
    }

    @Test func writesAreLimitedMoreThanReads() {
        let access = AdminAccess(token: "")
        let writes = (0..<20).map { _ in status(access, request { $0.method = .post }) }
        #expect(writes.filter { $0 == 200 }.count == 10)
        let reads = (0..<500).map { _ in status(access, request()) }
        #expect(reads.filter { $0 == 200 }.count == 400)
        #expect(status(access, request { $0.method = .post }, at: 1) == 200)
    }
}
