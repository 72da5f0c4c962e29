import HLS
import Media
import StageKit

@testable import HTTPServer
@testable import HTTPStages

/// A store with one presentation and a clock that tests control.
struct StoreHarness {
    var store: OriginStore
    var now = ClockReading(monotonic: .zero, wall: WallTime(seconds: 1_700_000_000))

    init(memory: Int = 1 << 20, spill: SpillFolder? = nil) {
        store = OriginStore(memory: memory, spill: spill, epoch: 1)
        _ = store.open("live")
    }

    mutating func pass(_ seconds: Double) { now.monotonic += .seconds(seconds) }

    @discardableResult
    mutating func put(_ resource: Resource) -> [String] {
        store.apply(resource, DeliveredPlaylist(resource, by: .origin), for: "live", at: now)
    }

    func ask(_ path: String, since: MonotonicTime? = nil, _ configure: (inout HTTPRequest) -> Void = { _ in })
        -> RequestOutcome
    {
        let halves = path.split(separator: "?", maxSplits: 1)
        var request = HTTPRequest(path: String(halves[0]), query: halves.count > 1 ? String(halves[1]) : nil)
        configure(&request)
        return store.answer(request, since: since ?? now.monotonic, at: now)
    }

    /// Returns the response; nil if the request is held.
    func response(_ path: String, since: MonotonicTime? = nil, _ configure: (inout HTTPRequest) -> Void = { _ in })
        -> HTTPResponse?
    {
        if case .respond(let response) = ask(path, since: since, configure) { response } else { nil }
    }
}

extension HTTPResponse {
    var bytes: [UInt8] { body.flatMap(\.bytes) }
    var text: String { String(decoding: bytes, as: UTF8.self) }
}
