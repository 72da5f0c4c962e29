import Media
import StageKit
import StageTesting
import Synchronization
import Testing

@testable import HTTPStages

/// The stage, from its options to the responses that players receive.
@Suite struct ServeOriginTests {
    private func options(_ configure: (inout ServeOrigin.Options) -> Void = { _ in }) -> ServeOrigin.Options {
        var options = ServeOrigin.Options()
        options.listen.port = 0
        configure(&options)
        return options
    }

    /// The notes and the port that stages report.
    private final class Told: Sendable {
        private let state = Mutex<(port: UInt16?, notes: [String])>((nil, []))
        func context(_ services: SharedServices) -> StageContext {
            StageContext(
                stageName: "origin", services: services,
                reporter: { problem in self.state.withLock { $0.notes.append(problem.message) } },
                meter: { name, value in if name == "port" { self.state.withLock { $0.port = UInt16(value) } } })
        }
        var notes: [String] { state.withLock { $0.notes } }
        func port() async throws -> UInt16 {
            for _ in 0..<6000 {
                if let port = state.withLock({ $0.port }) { return port }
                try await Task.sleep(for: .milliseconds(10))
            }
            throw TestConnection.Failure(what: "it does not serve")
        }
    }

    @Test func stagesWithSameAddressShareServer() async throws {
        let services = SharedServices()
        let (gates, first, second) = ([Gate(permits: 1), Gate(permits: 1)], Told(), Told())
        let running = try zip(["one", "zw ei"], gates).map { name, gate in
            let stage = try ServeOrigin(options: options { $0.name = name })
            let resources = [Resource.file("v/\(name).m4s", count: 100), .file("v/late.m4s", count: 1)]
            let inlet = ScriptedInlet(resources.map { .payload($0) }, batchSize: 1, gate: gate)
            let told = name == "one" ? first : second
            return Task { try await stage.run(input: inlet, context: told.context(services)) }
        }
        let port = try await first.port()
        #expect(try await second.port() == port)
        #expect(second.notes == ["serving http://127.0.0.1:\(port)/zw%20ei/"])
        let connection = try TestConnection(port: port)
        for path in ["/one/v/one.m4s", "/zw%20ei/v/zw%20ei.m4s"] {
            var status = 0
            for _ in 0..<6000 where status != 200 {
                status = try connection.get(path).status
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(status == 200, "\(path)")
        }
        let list = try connection.get("/")
        #expect(list.text.contains("href=\"zw%20ei/\">zw ei<"))
        let page = try connection.get("/one/")
        #expect(page.fields["content-type"] == "text/html; charset=utf-8" && page.text.contains("<video"))
        for gate in gates { gate.open() }
        for task in running { try await task.value }
        #expect(connection.isClosed(), "the server stops with its last stage")
    }

    @Test func nameCannotBeServedTwice() async throws {
        let services = SharedServices()
        let (gate, told) = (Gate(), Told())
        let stage = try ServeOrigin(options: options())
        let inlet = ScriptedInlet<Resource>([.payload(.file("a", count: 1))], gate: gate)
        let running = Task { try await stage.run(input: inlet, context: told.context(services)) }
        _ = try await told.port()
        await #expect(throws: StageError.self) {
            try await stage.run(
                input: ScriptedInlet<Resource>([]), context: StageContext(stageName: "b", services: services))
        }
        let other = try ServeOrigin(options: options { $0.token = "x" })
        await #expect(throws: StageError.self, "stages of one server need equal options") {
            try await other.run(
                input: ScriptedInlet<Resource>([]), context: StageContext(stageName: "c", services: services))
        }
        gate.open()
        try await running.value
    }

    @Test func presentationLingersUntilStop() async throws {
        let told = Told()
        let stop = StopSignal()
        let stage = try ServeOrigin(options: options { $0.linger = .seconds(3600) })
        let context = told.context(SharedServices()).withStopSignal(stop)
        let running = Task {
            try await stage.run(input: ScriptedInlet([.payload(.file("v/1.m4s", count: 9))]), context: context)
        }
        let connection = try TestConnection(port: try await told.port())
        var status = 0
        for _ in 0..<6000 where status != 200 {
            status = try connection.get("/live/v/1.m4s").status
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(status == 200)
        stop.raise()
        try await running.value
        #expect(connection.isClosed())
    }

    @Test(arguments: ["a/b", ".", "..", "hls.js", "a\u{0}b"])
    func invalidNameIsRejected(name: String) {
        #expect(throws: StageError.self) { try ServeOrigin(options: options { $0.name = name }) }
    }

    /// Pipeline files set their name; this is a stage without one.
    @Test func nameIsLiveWithoutAFile() throws {
        #expect(try ServeOrigin(options: options { $0.name = "" }).endpoint.name == "live")
    }

    @Test func listenAddressesRoundTrip() throws {
        for (text, host, port) in [
            ("127.0.0.1:8080", "127.0.0.1", 8080), ("[::1]:0", "::1", 0), ("localhost:80", "127.0.0.1", 80),
        ] as [(String, String, UInt16)] {
            let address = try ListenAddress(option: OptionNode(text))
            #expect(address.host == host && address.port == port)
            #expect(try ListenAddress(option: OptionNode(address.optionText)) == address)
        }
        for text in ["", "8080", ":8080", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:70000", "::1:80"] {
            #expect(throws: OptionProblem.self, "\(text)") { try ListenAddress(option: OptionNode(text)) }
        }
    }

    @Test func pageEscapesMarkup() {
        let page = OriginPage.player("<script>\"'&", entry: "a b/<x>.m3u8", hasScript: false, deliversKeys: true)
        let text = page.text
        #expect(
            text.contains("&lt;script&gt;&quot;&#39;&amp;") && text.contains("data-playlist=\"a%20b/%3Cx%3E.m3u8\""))
        // The page refers to no other host; the namespace of SVG is a name only.
        #expect(!text.replacing("http://www.w3.org/2000/svg", with: "").contains("://"))
    }
}
