import Testing

@testable import HTTPServer

/// Strict parsing of headers: input that two servers could interpret differently is rejected.
@Suite struct RequestHeadTests {
    private func read(_ text: String) -> RequestHead.ParseResult { RequestHead.read(Array(text.utf8)[...]) }

    private func status(_ text: String) -> Int? {
        if case .rejected(let status, _) = read(text) { status } else { nil }
    }

    @Test func relevantFieldsAreParsedAndOthersIgnored() throws {
        let text =
            "GET /live/a%20b?x=1&y HTTP/1.1\r\nhOsT: a:80\r\nRange:\tbytes=0-1 \r\nAccept-Encoding: br\r\n"
            + "accept-encoding: gzip\r\nX-Other: \u{FC}\r\nContent-Length: 3\r\n\r\nabc"
        guard case .request(let head, let length) = read(text) else {
            Issue.record("not parsed as a request")
            return
        }
        #expect(length == text.utf8.count - 3 && head.bodyLength == 3 && head.isPersistent)
        #expect(head.request.path == "/live/a%20b" && head.request.query == "x=1&y")
        #expect(head.request.range == "bytes=0-1" && head.request.acceptEncoding == "br, gzip")
    }

    @Test func everyPrefixOfHeaderIsIncomplete() {
        let text = "HEAD http://a.b:8080/c?d HTTP/1.0\r\nConnection: keep-alive, Close\r\n\r\n"
        for count in 0..<text.utf8.count {
            #expect(RequestHead.read(Array(text.utf8.prefix(count))[...]) == .incomplete)
        }
        guard case .request(let head, _) = read(text) else {
            Issue.record("not parsed as a request")
            return
        }
        #expect(head.request.method == .head && head.request.path == "/c" && head.request.query == "d")
        #expect(!head.isPersistent)
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n folded: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\u{0}\r\n\r\n",
        "GET /\u{7F} HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /\r\n\r\n", "G(T / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / http/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nNo colon\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
    ])
    func malformedHeaderIsRejected(text: String) { #expect(status(text) == 400) }

    @Test func limitsHaveDistinctStatus() {
        let begin = "GET / HTTP/1.1\r\nHost: a\r\n"
        #expect(status(begin + "X: \(String(repeating: "x", count: 33 << 10))") == 431)
        #expect(status(begin + String(repeating: "X: y\r\n", count: 101) + "\r\n") == 431)
        #expect(status(begin + "Transfer-Encoding: chunked\r\n\r\n") == 501)
        #expect(status(begin + "Content-Length: 65537\r\n\r\n") == 413)
        #expect(status("GET / HTTP/2.0\r\nHost: a\r\n\r\n") == 505)
        #expect(status("GET  HTTP/1.1\r\nHost: a\r\n\r\n") == 400)
    }

    @Test func arbitraryBytesNeverTrap() {
        var random = SystemRandomNumberGenerator()
        let pieces = [
            "GET ", "/", " HTTP/1.1", "\r\n", "\n", "Host:", " a", "\r\n\r\n", "%", "\u{0}", "Content-Length: 9",
            "\u{FF}",
        ]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 1...20, using: &random)).map { _ in pieces.randomElement(using: &random)! }
            if case .request(let head, let length) = read(text.joined()) {
                #expect(length <= text.joined().utf8.count && !head.request.path.isEmpty)
            }
        }
    }
}
