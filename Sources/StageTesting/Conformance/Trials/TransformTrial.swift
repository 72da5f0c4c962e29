import Media
import StageKit

/// Runs a transform step by step and checks its effects.
struct TransformTrial<Stage: Transform> {
    typealias Violation = StageConformance.Violation
    let options: () -> Stage.Options
    let input: TrialInput<Stage.Input>
    let scope: TrialLimits
    /// Frames of several sizes and layouts; empty for stages without pixels.
    var geometries: [(text: String, input: TrialInput<Stage.Input>)] = []

    func violations() -> [Violation] {
        var violations: [Violation] = []
        // Later checks would report the same cause again.
        for check in [emptyRun, fewPayloads, wakeUps, batches, discarded, frameGeometries]
        where violations.isEmpty {
            do {
                violations += try check()
            } catch {
                violations.append(Violation("trial", "the stage throws: \(error)"))
            }
        }
        if violations.isEmpty, let growth = scope.confirmed(memory) { violations.append(growth) }
        return violations
    }

    /// Ends without any input, and with tracks that have no payloads.
    private func emptyRun() throws -> [Violation] {
        for tracks in [[], input.tracks] {
            var (stage, effects) = (try Stage(options: options()), Effects<Stage.Output>(clock: VirtualClock()))
            var rules = EffectRules<Stage.Output>()
            do {
                for track in tracks { try stage.receive(.track(track), &effects) }
                for track in tracks { try stage.receive(.end(track.id), &effects) }
                rules.validate(&effects, .beforePayloads)
                try stage.finish(&effects)
            } catch let error as StageError where error.code == .noUsableTrack {
                // A stage may require a track.
                continue
            } catch {
                return [
                    Violation("empty-run", "finish without \(tracks.isEmpty ? "input" : "payloads") throws: \(error)")
                ]
            }
            rules.validate(&effects, .finishing)
            if let violation = rules.violation { return [violation] }
        }
        return []
    }

    /// Checks the order of the effects, and that they are permitted in the state of the stage.
    private func fewPayloads() throws -> [Violation] {
        var (stage, effects) = (try Stage(options: options()), Effects<Stage.Output>(clock: VirtualClock()))
        var rules = EffectRules<Stage.Output>()
        try stage.receive(all: input.announcements, &effects)
        rules.validate(&effects, .beforePayloads)
        let half = scope.shortCount / 2
        try stage.receive(all: input.payloads(0..<half), &effects)
        rules.validate(&effects, .running)
        sendRequests(to: &stage, .running, &rules)
        try stage.receive(all: input.payloads(half..<scope.shortCount) + input.ends, &effects)
        rules.validate(&effects, .running)
        try stage.finish(&effects)
        rules.validate(&effects, .finishing)
        if let violation = rules.violation { return [violation] }
        if let open = rules.openTracks.first {
            return [Violation("track-end", "track \(open.rawValue) is announced and never ended")]
        }
        do { try stage.finish(&effects) } catch {
            return [Violation("finish-twice", "a second finish throws: \(error)")]
        }
        rules.validate(&effects, .finished)
        sendRequests(to: &stage, .finished, &rules)
        return rules.violation.map { [$0] } ?? []
    }

    /// Sends the requests that every stage may receive from below.
    private func sendRequests(to stage: inout Stage, _ state: TransformState, _ rules: inout EffectRules<Stage.Output>)
    {
        for request in [UpstreamRequest.keyframe(at: nil), .slowDown] {
            var effects = Effects<Stage.Output>(clock: VirtualClock())
            stage.receive(request, &effects)
            rules.validate(&effects, state, passing: request)
        }
    }

    /// Wakes the stage whenever it has scheduled that, with a clock that advances by one second per 16 payloads.
    private func wakeUps() throws -> [Violation] {
        var harness = TransformHarness(try Stage(options: options()))
        var rules = EffectRules<Stage.Output>()
        try harness.push(input.announcements)
        rules.validate(harness.effects, .beforePayloads)
        for start in stride(from: 0, to: scope.shortCount, by: 16) {
            harness.clear()
            try harness.push(input.payloads(start..<min(start + 16, scope.shortCount)))
            try harness.advance(by: .seconds(1))
            rules.validate(harness.effects, .running)
        }
        harness.clear()
        try harness.push(input.ends)
        rules.validate(harness.effects, .running)
        harness.clear()
        try harness.finish()
        rules.validate(harness.effects, .finishing)
        return rules.violation.map { [$0] } ?? []
    }

    /// Checks that a batch of messages has the same effects as the messages one by one.
    private func batches() throws -> [Violation] {
        let messages = self.messages
        var (one, many) = (Effects<Stage.Output>(clock: VirtualClock()), Effects<Stage.Output>(clock: VirtualClock()))
        var stage = try Stage(options: options())
        for message in messages { try stage.receive(message, &one) }
        try stage.finish(&one)
        stage = try Stage(options: options())
        for start in stride(from: 0, to: messages.count, by: 7) {
            try stage.receive(all: Array(messages[start..<min(start + 7, messages.count)]), &many)
        }
        try stage.finish(&many)
        let (left, right) = (one.all.map(Self.text), many.all.map(Self.text))
        guard
            let place = zip(left, right).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset
                ?? (left.count == right.count ? nil : min(left.count, right.count))
        else { return [] }
        let (first, second) = (left.dropFirst(place).first, right.dropFirst(place).first)
        return [
            Violation(
                "effect-order",
                "effect \(place) is \(first ?? "missing") for single messages and \(second ?? "missing") for a batch"
            )
        ]
    }

    /// Discards a stage without finishing it, and checks that its payloads are released.
    private func discarded() throws -> [Violation] {
        guard let living = input.liveAllocations else { return [] }
        let before = living.count
        do {
            var (stage, effects) = (try Stage(options: options()), Effects<Stage.Output>(clock: VirtualClock()))
            try stage.receive(all: input.announcements + input.payloads(0..<scope.shortCount), &effects)
        }
        let kept = living.count - before
        if kept <= 0 { return [] }
        return [Violation("cancellation", "\(kept) payloads are not released with the stage")]
    }

    /// Processes frames of real sizes, with padded rows and odd numbers of rows and columns.
    private func frameGeometries() -> [Violation] {
        for (text, input) in geometries {
            do {
                var (stage, effects) = (try Stage(options: options()), Effects<Stage.Output>(clock: VirtualClock()))
                let payloads = input.payloads(0..<TrialInput<Stage.Input>.geometryCount)
                try stage.receive(all: input.announcements + payloads + input.ends, &effects)
                try stage.finish(&effects)
            } catch {
                if let violation = Violation.geometry(error, text) { return [violation] }
            }
        }
        return []
    }

    private func memory() -> Violation? {
        do {
            var (stage, effects) = (try Stage(options: options()), Effects<Stage.Output>(clock: VirtualClock()))
            try stage.receive(all: input.announcements, &effects)
            var before: Int?
            for start in stride(from: 0, to: scope.payloads, by: 64) {
                if before == nil, start >= scope.warmUp { before = AllocatorStatistics.bytes }
                try stage.receive(all: input.payloads(start..<min(start + 64, scope.payloads)), &effects)
                effects.removeAll()
            }
            let growth = scope.growth(from: before, to: AllocatorStatistics.bytes)
            try stage.finish(&effects)
            return growth
        } catch {
            return Violation("trial", "the stage throws within \(scope.payloads) payloads: \(error)")
        }
    }

    private var messages: [Message<Stage.Input>] {
        input.announcements + input.payloads(0..<scope.shortCount) + input.ends
    }

    private static func text(_ effect: Effects<Stage.Output>.Effect) -> String {
        switch effect {
        case .emit(.track(let track)): "the announcement of track \(track.id.rawValue)"
        case .emit(.end(let id)): "the end of track \(id.rawValue)"
        case .emit(.gap(let id, let until)): "a gap of track \(id.rawValue) until \(until)"
        case .emit(.payload(let payload)):
            "a \(Stage.Output.payloadName) of \(payload.byteCount) bytes at \((payload.linkTime ?? .zero).nanoseconds) ns"
        case .request(let request): "the request \(request)"
        case .report(let problem): "the report \(problem.code): \(problem.message)"
        case .measure(let name, let value): "the measurement \(name): \(value)"
        case .wake(let wake): "the wake-up \(wake)"
        }
    }
}
