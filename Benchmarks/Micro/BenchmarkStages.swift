import Glibc
import Media
import StageKit

/// A source that sends the same batch repeatedly.
struct RepeatingSource: Source {
    typealias Options = NoOptions
    typealias Output = Sample
    static let kind = "benchmark.source"
    static let abstract = "Sends the same batch repeatedly."
    var track = Track(id: Track.ID(rawValue: 1), format: .benchmark, timescale: 30)
    var batchSize = 64
    var count = 0
    /// Whether the samples are offered one by one, from a separate thread.
    var offers = false
    /// The time between two offered samples, in microseconds; 0 to offer them as fast as possible.
    var pause: UInt32 = 0

    init(options: NoOptions) {}

    func run(output: any Outlet<Sample>, context: StageContext) async throws {
        let bytes = ByteSlice(copying: [UInt8](repeating: 0, count: 100))
        try await output.send(.track(track))
        if offers { return offer(bytes, to: output) }
        var ticks: Int64 = 0
        let batch = (0..<batchSize).map { _ in
            defer { ticks += 1 }
            return Message.payload(
                Sample(track: track.id, timescale: 30, decodeTicks: ticks, duration: 1, bytes: bytes))
        }
        for _ in 0..<count / batchSize { try await output.send(batch) }
    }

    private func offer(_ bytes: ByteSlice, to output: any Outlet<Sample>) {
        for _ in 0..<count {
            let sample = Sample(track: track.id, timescale: 30, decodeTicks: 0, duration: 1, bytes: bytes)
            guard output.offer(.payload(sample)) else { return }
            if pause > 0 { usleep(pause) }
        }
    }
}

extension MediaFormat {
    static let benchmark = MediaFormat.rawVideo(
        RawVideoFormat(pixelFormat: "I420", size: PixelSize(width: 64, height: 36)))
}

/// A transform that delays each sample by one tick.
struct ShiftingTransform: Transform {
    typealias Options = NoOptions
    typealias Input = Sample
    typealias Output = Sample
    static let kind = "benchmark.shift"
    static let abstract = "Emits each sample, one tick later."
    init(options: NoOptions) {}

    mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Sample>) {
        guard case .payload(var sample) = message else { return effects.emit(message: message) }
        sample.decodeTicks &+= 1
        effects.emit(sample)
    }
}

/// A transform that counts samples and emits nothing.
struct CountingTransform: Transform {
    typealias Options = NoOptions
    typealias Input = Sample
    typealias Output = Sample
    static let kind = "benchmark.count"
    static let abstract = "Counts samples and emits nothing."
    private var count = 0
    init(options: NoOptions) {}

    mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Sample>) {
        if case .payload = message { count += 1 }
    }
}

/// A transform that merges its inputs by media time and emits nothing.
struct MergingTransform: Transform {
    typealias Options = NoOptions
    typealias Input = Sample
    typealias Output = Sample
    static let kind = "benchmark.merge"
    static let abstract = "Merges its inputs by media time and emits nothing."
    static let interleavesInputs = true
    private var count = 0
    init(options: NoOptions) {}

    mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Sample>) {
        if case .payload = message { count += 1 }
    }
}

/// A sink that discards samples.
struct DiscardingSink: Sink {
    typealias Options = NoOptions
    typealias Input = Sample
    static let kind = "benchmark.sink"
    static let abstract = "Discards samples."
    init(options: NoOptions) {}

    func run(input: any Inlet<Sample>, context: StageContext) async throws {
        while try await input.receive() != nil {}
    }
}
