import Media
package import StageKit
package import HLSRules
import SystemTime

/// Validates resources during publication and passes them through unchanged.
///
/// Validation runs in a separate task and does not delay publication. If it cannot keep up, resources are skipped and
/// the stage reports that.
package struct ValidateHLS: Processor {
    package typealias Input = Resource
    package typealias Output = Resource

    package struct Options: StageOptions {
        package var profile = ValidationProfile.apple
        package var queue = 256

        package init() {}
        package static var fields: [OptionField<Options>] {
            [
                .option("profile", \.profile, "Rules to apply: the specification only, or also Apple's."),
                .option(
                    "queue", \.queue, in: 1...100_000,
                    "Maximum number of playlists and segments waiting for validation; further ones are skipped."),
            ]
        }
    }

    package static let kind = "hls.validate"
    package static let abstract =
        "Validates playlists and segments against the rules of HLS during publication, without delaying them."

    private let options: Options

    package init(options: Options) throws { self.options = options }

    package func run(
        input: any Inlet<Resource>, output: any Outlet<Resource>, context: StageContext
    ) async throws {
        let (items, queue) = AsyncStream<PublishedItem>.makeStream(bufferingPolicy: .bufferingOldest(options.queue))
        let profile = options.profile
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await Self.validate(items, profile, context) }
            var (skipped, told) = (0, 0)
            let begin = context.clock.now
            // An error cancels the validation together with the group.
            while let messages = try await input.receive() {
                try await output.send(messages)
                for case .payload(let resource) in messages {
                    let time = MediaTime(context.clock.now - begin).rescaled(to: 1_000_000, rounding: .down)
                    guard let item = PublishedItem(resource, at: time) else { continue }
                    if case .dropped = queue.yield(item) { skipped += 1 }
                }
                if skipped > told { reportSkipped(skipped, isFirst: told == 0, context) }
                told = skipped
            }
            queue.finish()
            try await group.waitForAll()
        }
    }

    private func reportSkipped(_ skipped: Int, isFirst: Bool, _ context: StageContext) {
        if isFirst {
            context.reportWarning(
                "validation-skipped",
                "validation cannot keep up: some resources are not validated, but all are published"
            )
        }
        context.measure("skipped-resources", Double(skipped))
    }

    private static func validate(
        _ items: AsyncStream<PublishedItem>, _ profile: ValidationProfile, _ context: StageContext
    ) async {
        var check = PublicationValidator(profile, figures: context.figures)
        var spent = Duration.zero
        for await item in items {
            let begin = SystemClock.threadTime
            for problem in check.validate(item) { context.report(problem) }
            spent += SystemClock.threadTime - begin
            context.measure("checked-playlists", Double(check.playlistCount))
            context.measure("must-fix-findings", Double(check.mustCount))
            context.measure("should-fix-findings", Double(check.shouldCount))
            context.measure("checking-seconds", spent.seconds)
        }
        for problem in check.finish() { context.report(problem) }
        context.measure("must-fix-findings", Double(check.mustCount))
        context.measure("should-fix-findings", Double(check.shouldCount))
    }
}

extension ValidationProfile: OptionValue {}
