import StageKit

/// A sink that delivers published resources to the program.
struct DeliverResources: Sink {
    static let kind = "program.resources"
    static let abstract = "Delivers segments and playlists as values to the program with the pipeline."

    init(options: NoOptions) {}

    func run(input: any Inlet<Resource>, context: StageContext) async throws {
        let connections = context.services.value(ProgramConnections.self) { ProgramConnections() }
        guard let receiver = connections.receiver(context.stageName) else {
            throw StageError(.invalidOptions, "no program is connected to '\(context.stageName)'")
        }
        var discarded = 0
        while let messages = try await input.receive() {
            for case .payload(let resource) in messages where resource.role != .record {
                if try await !receiver.receive(resource) { discarded += 1 }
            }
        }
        receiver.end()
        guard discarded > 0 else { return }
        context.reportWarning(
            "resources-discarded", "\(discarded) resources were discarded because the program stopped receiving them")
    }
}
