import Foundation
import Media
import OnDemand
import ScriptedMedia
import StageTesting
import Testing

@testable import HTTPServer
@testable import HTTPStages

@Suite struct MovieHandlerTests {
    @Test func pathsNameMoviesAndVersions() throws {
        let version = try #require(MovieVersion("v1000000000abc"))
        #expect(MoviePath("/a%20b/c.mp4/index.m3u8") == .entry(movie: "a b/c.mp4", name: "index.m3u8"))
        #expect(MoviePath("/c.mp4/index.mpd") == .entry(movie: "c.mp4", name: "index.mpd"))
        #expect(MoviePath("/a/c.mp4/") == .page(movie: "a/c.mp4"))
        #expect(MoviePath("/") == .library(.page) && MoviePath("/library.json") == .library(.list))
        #expect(MoviePath("/a/c.mp4/poster.jpg") == .poster(movie: "a/c.mp4") && MoviePath("/poster.jpg") == nil)
        #expect(
            MoviePath("/c.mp4/v1000000000abc/video/init.mp4")
                == .file(movie: PresentationRequest("c.mp4"), version: version, path: "video/init.mp4"))
        for path in [
            "", "//", "/c.mp4", "/c.mp4/other.m3u8", "/../c.mp4/index.m3u8", "/a/%2e%2e/c.mp4/index.m3u8",
            "/a//c.mp4/index.m3u8", "/a%2Fc.mp4/index.m3u8", "/a%00/index.m3u8", "/a%/index.m3u8", "/index.m3u8",
            "/" + String(repeating: "a", count: 4000) + "/index.m3u8",
        ] {
            #expect(MoviePath(path) == nil, "\(path)")
        }
    }

    @Test(arguments: [
        "/c.mp4/index.m3u8", "/films/c.mp4/index.mpd", "/films/c.mp4/v1000000000abc/video/segment-00001.m4s",
        "/v1000000000abc/c.mp4/v1000000000abd/index.m3u8", "/c.mp4/v1000000000abc;start=2;end=5/audio/init.mp4",
        "/c.mp4/v1000000000abc/index.m3u8", "/v1000000000abc/index.m3u8", "/c.mp4/v1000000000abc;start=x/index.mpd",
        "/c.mp4/v1000000000abc/v1000000000abd/init.mp4",
    ])
    func plainAndEscapedPathsAreTheSame(path: String) {
        let escaped = path.replacingOccurrences(of: "c.mp4", with: "%63.mp4").replacingOccurrences(
            of: "/v", with: "/%76")
        #expect(escaped != path)
        #expect(MoviePath(path) != nil && MoviePath(path) == MoviePath(escaped))
    }

    /// Answers requests, and evaluates held ones again when the library has a result.
    private struct Client {
        let handler: MovieHandler
        let clock = VirtualClock()
        private let results: AsyncStream<LibraryKey>

        init(_ folder: String, hasPage: Bool = false, posters: PosterMaker? = nil) throws {
            var configuration = MovieLibrary.Configuration()
            configuration.posters = posters
            let library = MovieLibrary(
                [ServedFolder(try #require(MovieFolder(folder)))], configuration, clock: clock)
            let (results, continuation) = AsyncStream.makeStream(of: LibraryKey.self)
            self.results = results
            library.notify { continuation.yield($0) }
            handler = MovieHandler(library: library, access: AccessPolicy(), script: nil, hasPage: hasPage)
        }

        func get(
            _ path: String, _ fields: [String: String] = [:], method: Substring = "GET", expiry: Int64? = nil
        ) async throws -> HTTPResponse {
            var request = HTTPRequest(method: method, target: Substring(path))
            request.expiry = expiry
            for (name, value) in fields { request.set(name, Substring(value)) }
            for _ in 0..<3 {
                switch handler.answer(request, heldFor: nil, since: clock.now, at: clock.reading) {
                case .respond(let response): return response
                case .wait(let held, let until):
                    #expect(until > clock.now)
                    for await key in results {
                        #expect(ResourceKey(key) == held)
                        break
                    }
                case .stream: break
                }
            }
            throw CancellationError()
        }
    }

    @Test func answersDependOnVersionRangeAndCondition() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let movie = try Script.write([.audio(packets: 900, rate: 48_000, priming: 0)])
        try Data(movie.bytes).write(to: folder.appending(path: "tone.m4a"))
        try Data("no movie".utf8).write(to: folder.appending(path: "text.mp4"))
        let client = try Client(folder.path)

        let entry = try await client.get("/tone.m4a/index.m3u8")
        #expect(entry.status == 200 && entry.field("Cache-Control") == "max-age=2")
        let text = String(decoding: entry.body.flatMap(\.bytes), as: UTF8.self)
        let version = try #require(text.firstMatch(of: /v1\w{12}/)).0
        let segment = "/tone.m4a/\(version)/audio/segment-00001.m4s"
        let whole = try await client.get(segment)
        #expect(whole.status == 200 && whole.field("Cache-Control") == "max-age=31536000, immutable")
        let tag = try #require(whole.field("ETag"))
        // Caches must not answer after the signature has expired.
        let signed = try await client.get(segment, expiry: client.clock.reading.wall.seconds + 100)
        #expect(signed.field("Cache-Control") == "max-age=100, immutable")
        // The media are slices of the mapped file.
        #expect(whole.body.contains { $0.storage.file != nil })

        let bytes = whole.body.flatMap(\.bytes)
        let part = try await client.get(segment, ["range": "bytes=10-19"])
        #expect(part.status == 206 && part.body.flatMap(\.bytes) == Array(bytes[10...19]))
        #expect(part.field("Content-Range") == "bytes 10-19/\(bytes.count)")
        #expect(try await client.get(segment, ["range": "bytes=999999-"]).status == 416)
        #expect(try await client.get(segment, ["if-none-match": tag]).status == 304)
        #expect(try await client.get(segment, method: "DELETE").status == 405)
        let compressed = try await client.get(
            "/tone.m4a/\(version)/audio/playlist.m3u8", ["accept-encoding": "gzip"])
        #expect(compressed.status == 200 && compressed.field("Content-Encoding") == "gzip")

        #expect(try await client.get("/tone.m4a/v1000000000abc/audio/init.mp4").status == 404)
        #expect(try await client.get("/tone.m4a/\(version)/audio/other").status == 404)
        #expect(try await client.get("/text.mp4/index.m3u8").status == 422)
        #expect(try await client.get("/absent.mp4/index.m3u8").status == 404)
        // A selection that is not understood is not ignored.
        for query in [
            "start=2/3", "start=2%2F3", "start=%2", "start=%ff", "st%61rt=x", "start", "end=1&end=2", "tracks=%00",
        ] {
            #expect(try await client.get("/tone.m4a/index.m3u8?\(query)").status == 400, "\(query)")
        }
        for query in ["st%61rt=2", "token=%ff", "session=a/b&start=2"] {
            #expect(try await client.get("/tone.m4a/index.m3u8?\(query)").status == 200, "\(query)")
        }
    }

    @Test func hiddenFilesAreNotServed() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let movie = Data(try Script.write([.audio(packets: 900, rate: 48_000, priming: 0)]).bytes)
        for path in ["tone.m4a", ".tone.m4a", ".hidden/tone.m4a", "a/.b/c/tone.m4a"] {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try movie.write(to: file)
        }
        let client = try Client(folder.path, hasPage: true)
        #expect(try await client.get("/tone.m4a/index.m3u8").status == 200)
        for path in ["/.tone.m4a", "/.hidden/tone.m4a", "/a/.b/c/tone.m4a", "/%2etone.m4a"] {
            for name in ["index.m3u8", "index.mpd", "poster.jpg", ""] {
                #expect(try await client.get("\(path)/\(name)").status == 404, "\(path)/\(name)")
            }
        }
    }

    private struct List: Decodable {
        struct Movie: Decodable {
            struct Report: Decodable { var verdict: String }
            var name: String
            var poster: Bool
            var report: Report?
        }
        var total: Int
        var movies: [Movie]
    }

    @Test func libraryIsListedOnRequestOnly() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let movie = try Script.write([.audio(packets: 900, rate: 48_000, priming: 0)])
        try Data(movie.bytes).write(to: folder.appending(path: "</script>&.mp4".replacing("/", with: ":")))
        try Data("no movie".utf8).write(to: folder.appending(path: "text.mp4"))
        let closed = try Client(folder.path)
        for path in ["/", "/library.json", "/library.js", "/text.mp4/poster.jpg"] {
            #expect(try await closed.get(path).status == 404, "\(path)")
        }

        let client = try Client(folder.path, hasPage: true, posters: PosterMaker { _ in [0xff, 0xd8] })
        let page = try await client.get("/")
        let policy = try #require(page.field("Content-Security-Policy"))
        #expect(page.status == 200 && policy.contains("default-src 'none'") && !policy.contains("unsafe"))
        func list(_ query: String) async throws -> List {
            let response = try await client.get("/library.json" + query)
            #expect(response.status == 200, "\(query)")
            return try JSONDecoder().decode(List.self, from: Data(response.body.flatMap(\.bytes)))
        }
        let all = try await list("")
        #expect(all.total == 2 && all.movies.map(\.name) == ["<:script>&.mp4", "text.mp4"])
        #expect(all.movies.map { $0.report?.verdict } == ["streamable", "not-streamable"])
        // There is no video.
        #expect(all.movies.map(\.poster) == [false, false])
        #expect(try await list("?search=TEXT").movies.map(\.name) == ["text.mp4"])
        #expect(try await list("?offset=1&limit=1").movies.map(\.name) == ["text.mp4"])
        for query in ["?offset=-1", "?limit=0", "?limit=9999", "?search=" + String(repeating: "a", count: 300)] {
            #expect(try await client.get("/library.json" + query).status == 400, "\(query)")
        }
        #expect(try await client.get("/text.mp4/poster.jpg").status == 404)
    }
}
