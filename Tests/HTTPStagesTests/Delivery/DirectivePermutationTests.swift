import Foundation
import HLS
import HTTPServer
import Media
import StageKit
import Testing

@testable import HTTPStages

/// All permutations of delivery directives, requested by curl from a real server at the same time.
@Suite struct DirectivePermutationTests {
    /// A curl transfer.
    private struct Transfer {
        var row: DirectiveTable.Row
        var isHead: Bool
        var name: String
    }

    /// The response to a transfer.
    private struct Answer {
        var status: Int
        var isHTTP2: Bool
        var fields: [String: String]
        var body: String?

        init?(_ transfer: Transfer, in folder: TemporaryFolder) {
            guard let head = folder.text("\(transfer.name).head") else { return nil }
            let lines = head.components(separatedBy: "\r\n")
            let words = lines[0].split(separator: " ")
            guard words.count > 1, let status = Int(words[1]) else { return nil }
            self.status = status
            isHTTP2 = words[0] == "HTTP/2"
            fields = Dictionary(
                lines.dropFirst().compactMap { line in
                    let parts = line.split(separator: ":", maxSplits: 1)
                    return parts.count == 2
                        ? (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces)) : nil
                }, uniquingKeysWith: { $0 + ", " + $1 })
            body = transfer.isHead ? nil : folder.text("\(transfer.name).body") ?? ""
        }
    }

    /// The successive states of the playlist, starting with the state that the table assumes.
    private let states: [ScriptedPlaylist] = {
        var script = ScriptedPlaylist(
            first: 100, last: 130, parts: 2, targetDuration: 600, canSkipDateRanges: true,
            dateRanges: [110: ["early"], 130: ["late"]])
        var states = [script]
        while script.last < 132 {
            script = script.next
            states.append(script)
        }
        return states
    }()

    private static let transfers = DirectiveTable.rows.flatMap { row in
        [false, true].map { (row, $0) }
    }.enumerated().map { Transfer(row: $0.element.0, isHead: $0.element.1, name: "\($0.offset)") }

    /// Creates a server whose playlist is in the first state; the date range `early` was added much earlier.
    private func makeServer(_ version: String) throws -> ServerHarness {
        // Without TLS, curl 7.88 does not multiplex requests on an HTTP/2 connection.
        let harness = try ServerHarness { $0.tls = version == "http2" }
        for last in 115..<130 {
            var before = states[0]
            (before.last, before.parts) = (last, 0)
            harness.put(before.resource())
        }
        harness.put(states[0].resource())
        return harness
    }

    /// Requests all of them with curl, in parallel up to the limit of connections or streams.
    private func ask(_ version: String, _ harness: ServerHarness, _ folder: TemporaryFolder) async throws {
        let address = "\(version == "http2" ? "https" : "http")://127.0.0.1:\(harness.server.port)/live/v/media.m3u8"
        let sections = Self.transfers.map { transfer in
            """
            \(version)
            insecure
            url = "\(address)?\(transfer.row.text)"
            output = "\(folder.path)/\(transfer.name).body"
            dump-header = "\(folder.path)/\(transfer.name).head"
            \(transfer.isHead ? "head" : "")

            """
        }
        let file = "\(folder.path)/transfers"
        try Data(sections.joined(separator: "next\n").utf8).write(to: URL(filePath: file))
        let asked = try await ExternalProgram.run(
            ["curl", "--silent", "--parallel", "--parallel-max", "90", "--config", file])
        #expect(asked.status == 0)
    }

    /// Returns the state that a response must contain; nil if the request must be rejected.
    private func expected(_ outcome: DirectiveTable.Outcome) -> ScriptedPlaylist? {
        switch outcome {
        case .now: states[0]
        case .refused: nil
        case .later(let last, let parts): states.first { $0.last == last && $0.parts == parts }
        }
    }

    @Test(arguments: ["http1.1", "http2"])
    func livePlaylistDirectives(version: String) async throws {
        let (harness, folder) = (try makeServer(version), try TemporaryFolder())
        let asking = Task { try await ask(version, harness, folder) }
        func waiting(for states: ArraySlice<ScriptedPlaylist>) -> Int {
            Self.transfers.count { transfer in
                guard case .later = transfer.row.outcome, let wanted = expected(transfer.row.outcome) else {
                    return false
                }
                return states.contains { $0.last == wanted.last && $0.parts == wanted.parts }
            }
        }
        for index in states.indices {
            // Every request that can be answered is answered before the next state is published.
            try await harness.until {
                $0.heldRequests == waiting(for: states[(index + 1)...])
                    && $0.responses == Self.transfers.count - $0.heldRequests
            }
            if index + 1 < states.count { harness.put(states[index + 1].resource()) }
        }
        try await asking.value
        for transfer in Self.transfers {
            let answer = try #require(Answer(transfer, in: folder), "\(transfer.row.text)")
            let what: Comment = "\(transfer.isHead ? "HEAD" : "GET") ?\(transfer.row.text)"
            #expect(answer.isHTTP2 == (version != "http1.1"), what)
            guard let state = expected(transfer.row.outcome) else {
                #expect(answer.status == 400 && answer.fields["cache-control"] == "no-store", what)
                continue
            }
            #expect(answer.status == 200, what)
            #expect(answer.fields["content-type"] == "application/vnd.apple.mpegurl", what)
            // Half a target duration, or six target durations if the URL identifies the state (Appendix B).
            let age = transfer.row.isBlocking ? "max-age=3600" : "max-age=300"
            #expect(answer.fields["cache-control"] == age, what)
            #expect(answer.fields["etag"] != nil && answer.fields["vary"] == "Accept-Encoding", what)
            if let body = answer.body {
                #expect(answer.fields["content-length"] == "\(body.utf8.count)", what)
                try validate(body, state, transfer.row.skip, what)
            }
        }
        try validatePairs(in: folder)
        await harness.stop()
    }

    /// Checks that a body is the whole playlist, or a delta update that completes an older one.
    private func validate(
        _ body: String, _ state: ScriptedPlaylist, _ skip: DirectiveTable.Skip, _ what: Comment
    ) throws {
        guard skip != .nothing else { return #expect(body == state.playlist.text, what) }
        guard case .media(let read) = try Playlist.parse(Array(body.utf8), tolerance: .tolerant).playlist else {
            Issue.record("not a media playlist: \(what)")
            return
        }
        let skipped = try #require(read.skip?.count, what)
        #expect(skipped > 20 && skipped + read.segments.count == state.last - 99, what)
        #expect(read.segments.map(\.uri) == state.playlist.segments.dropFirst(skipped).map(\.uri), what)
        #expect(read.upcoming?.parts == state.playlist.upcoming?.parts, what)
        #expect(read.mediaSequence == 100 && read.preloadHints == state.playlist.preloadHints, what)
        let ranges = Set(read.dateRanges.map(\.id))
        #expect(ranges == (skip == .segments ? ["early", "late"] : ["late"]), what)
    }

    /// Checks that HEAD and GET responses have the same header.
    private func validatePairs(in folder: TemporaryFolder) throws {
        for pair in stride(from: 0, to: Self.transfers.count, by: 2) {
            let answers = [pair, pair + 1].map { Answer(Self.transfers[$0], in: folder) }
            let (get, head) = (try #require(answers[0]), try #require(answers[1]))
            for name in ["content-length", "etag", "cache-control", "content-type"] {
                #expect(get.fields[name] == head.fields[name], "\(Self.transfers[pair].row.text)")
            }
            #expect(get.status == head.status)
        }
    }

    @Test(arguments: ["http1.1", "http2"])
    func endedPlaylistDirectives(version: String) async throws {
        let (harness, folder) = (try makeServer(version), try TemporaryFolder())
        var final = states[0]
        final.isEnded = true
        harness.put(final.resource())
        try await ask(version, harness, folder)
        for transfer in Self.transfers {
            let answer = try #require(Answer(transfer, in: folder), "\(transfer.row.text)")
            let what: Comment = "\(transfer.isHead ? "HEAD" : "GET") ?\(transfer.row.text)"
            #expect(answer.status == 200 && answer.fields["cache-control"] == "max-age=300", what)
            if let body = answer.body { #expect(body == final.playlist.text, what) }
        }
        #expect(harness.server.figures.responses == Self.transfers.count)
        await harness.stop()
    }
}
