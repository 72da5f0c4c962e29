import Foundation
import Media
import StageKit

/// Runs a command or posts JSON for each segment, one at a time, without blocking the pipeline.
struct SegmentHook: Sink {
    struct Options: StageOptions {
        var command: [String] = []
        var url = ""
        var folder = ""
        var limit = MediaTime.seconds(10)
        var queue = 64

        static var fields: [OptionField<Options>] {
            [
                .option(
                    "command", \.command, "program and arguments; receives the segment as JSON on standard input"),
                .option("url", \.url, "URL that receives the segment as JSON by POST"),
                .option("folder", \.folder, "folder that must contain the segment before the call"),
                .option(
                    "time-limit", \.limit, in: .milliseconds(10)...(.seconds(600)), "timeout of a call"),
                .option(
                    "queue", \.queue, in: 1...10_000, "maximum number of waiting segments; the oldest is dropped"),
            ]
        }
    }

    static let kind = "segment.hook"
    static let abstract = "Runs a command or posts JSON for each published segment."

    private let options: Options

    init(options: Options) throws {
        guard options.command.isEmpty != options.url.isEmpty else {
            throw StageError(.invalidOptions, "segment.hook requires either 'command' or 'url'")
        }
        if !options.url.isEmpty {
            guard let url = URL(string: options.url), ["http", "https"].contains(url.scheme), url.host() != nil else {
                throw StageError(.invalidOptions, "'\(options.url)' is not an http or https URL")
            }
        }
        self.options = options
    }

    func run(input: any Inlet<Resource>, context: StageContext) async throws {
        let (segments, next) = AsyncStream.makeStream(
            of: PublishedSegment.self, bufferingPolicy: .bufferingNewest(options.queue))
        async let calling: Void = call(for: segments, context)
        do {
            var dropped = 0
            while let messages = try await input.receive() {
                for case .payload(let resource) in messages {
                    guard let segment = PublishedSegment(resource) else { continue }
                    guard case .dropped = next.yield(segment) else { continue }
                    dropped += 1
                    if dropped == 1 {
                        context.reportWarning("hook-behind", "calls take too long; dropping the oldest segments")
                    }
                    context.measure("untold-segments", Double(dropped))
                }
            }
            next.finish()
        } catch {
            next.finish()
            throw error
        }
        await calling
    }

    private func call(for segments: AsyncStream<PublishedSegment>, _ context: StageContext) async {
        let call: any HookCall =
            options.command.isEmpty
            ? PostCall(url: options.url, limit: options.limit)
            : CommandCall(words: options.command, limit: options.limit)
        var failures = 0
        for await segment in segments {
            do {
                try await waitUntilPublished(segment, context.clock)
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                try await call.send(try encoder.encode(segment))
            } catch {
                failures += 1
                context.reportWarning("hook-failed", "call for \(segment.path) failed: \(error)")
                context.measure("failed-calls", Double(failures))
            }
        }
    }

    /// Waits until the file is in the folder, because players can request it only then.
    private func waitUntilPublished(_ segment: PublishedSegment, _ clock: any MediaClock) async throws {
        guard !options.folder.isEmpty else { return }
        let path = "\(options.folder)/\(segment.path)"
        let end = clock.now + options.limit.duration
        while !FileManager.default.fileExists(atPath: path) {
            guard clock.now < end else { throw HookFailure(description: "it is not in \(options.folder)") }
            try await clock.sleep(for: .milliseconds(20))
        }
    }
}

/// The reason why a call failed.
struct HookFailure: Error, CustomStringConvertible {
    let description: String
}
