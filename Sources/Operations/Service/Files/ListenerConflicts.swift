import HTTPStages
package import PipelineFile
import PipelineRuntime
package import StageKit

/// The contradictions between the pipelines of a service: equal URLs, different options of one listener, and one place for
/// the files of two pipelines.
package struct ListenerConflicts {
    fileprivate struct Place {
        var pipeline: String
        var endpoint: OriginEndpoint
        var location: SourceLocation?
        var path: String
    }

    private struct Output {
        var pipeline: String
        var stage: String
        var destination: String
        var location: SourceLocation?
        var path: String
    }

    private var conflicts: [String: [Diagnostic]] = [:]

    /// Compares all pipelines. Pipelines that run, and then the first ones, have precedence.
    package init(_ pipelines: [(PipelineDefinition, PipelineFileResult)], running: Set<String> = []) {
        var places: [Place] = []
        var outputs: [Output] = []
        let first = pipelines.filter { running.contains($0.0.name) }
        for (definition, result) in first + pipelines.filter({ !running.contains($0.0.name) }) {
            let own = Self.places(definition, result)
            if own.isEmpty, result.plan != nil, definition.settings.start == .onDemand {
                add(
                    "no-origin", "'start: on-demand' requires a stage 'http.origin', which viewers can ask",
                    to: definition.name, at: definition.location)
            }
            for place in own {
                guard let other = places.first(where: { $0.endpoint.address == place.endpoint.address }) else {
                    continue
                }
                let address = place.endpoint.address.optionText
                if let same = places.first(where: { $0.endpoint == place.endpoint || $0.hasURL(of: place) }) {
                    add(
                        "address-in-use", "'\(same.pipeline)' already serves '\(place.endpoint.name)' on \(address)",
                        to: definition.name, at: place.location, same, "choose another 'name'")
                } else if !place.endpoint.hasEqualOptions(other.endpoint) {
                    add(
                        "address-in-use", "'\(other.pipeline)' listens on \(address) with other options",
                        to: definition.name, at: place.location, other,
                        "origins with the same address need equal options except 'name'")
                }
            }
            let written = Self.outputs(definition, result)
            for output in written {
                guard let other = outputs.first(where: { $0.destination == output.destination }) else { continue }
                let place = other.location.map { "\($0.file):\($0.line):\($0.column)" } ?? other.path
                conflicts[definition.name, default: []].append(
                    Diagnostic(
                        code: "output-in-use", message: "'\(other.pipeline)' writes to '\(output.destination)' as well",
                        at: output.location,
                        notes: [
                            "the other one is \(place)", "choose another place for the output of '\(output.stage)'",
                        ]))
            }
            if conflicts[definition.name] == nil {
                places += own
                outputs += written
            }
        }
    }

    /// Returns the diagnostics of a pipeline; empty if it has no conflict.
    package func diagnostics(of name: String) -> [Diagnostic] { conflicts[name] ?? [] }

    private mutating func add(
        _ code: String, _ message: String, to name: String, at location: SourceLocation?, _ other: Place? = nil,
        _ remedy: String? = nil
    ) {
        let place = other.map {
            "the other one is \($0.location.map { "\($0.file):\($0.line):\($0.column)" } ?? $0.path)"
        }
        conflicts[name, default: []].append(
            Diagnostic(code: code, message: message, at: location, notes: [place, remedy].compactMap { $0 }))
    }

    /// The places that the sinks of a pipeline write to.
    private static func outputs(_ definition: PipelineDefinition, _ result: PipelineFileResult) -> [Output] {
        guard let plan = result.plan else { return [] }
        return plan.stages.compactMap { stage in
            guard case .sink(let sink) = stage.stage, let writer = sink as? any DestinationDeclaring else { return nil }
            let location = result.document?.stages.first { $0.name.text == stage.name }?.name.location
            return Output(
                pipeline: definition.name, stage: stage.name, destination: writer.destination, location: location,
                path: definition.path)
        }
    }

    private static func places(_ definition: PipelineDefinition, _ result: PipelineFileResult) -> [Place] {
        guard let plan = result.plan else { return [] }
        return plan.stages.compactMap { stage in
            guard case .sink(let sink) = stage.stage, let origin = sink as? ServeOrigin else { return nil }
            let location = result.document?.stages.first { $0.name.text == stage.name }?.name.location
            return Place(
                pipeline: definition.name, endpoint: origin.endpoint, location: location, path: definition.path)
        }
    }
}

extension ListenerConflicts.Place {
    fileprivate func hasURL(of other: Self) -> Bool {
        endpoint.address == other.endpoint.address && endpoint.name == other.endpoint.name
    }
}
