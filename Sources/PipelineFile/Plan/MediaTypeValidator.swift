import Media
import PipelineRuntime
import StageKit

/// Finds stages that no track reaches, because all of their inputs carry media types that they do not accept.
struct MediaTypeValidator {
    let catalogue: StageCatalogue
    let document: PipelineDocument

    /// Returns the error of a stage; nil if tracks may reach it. `above` are the stages that precede it, in order.
    func problem(_ place: StagePosition, _ planned: PlannedStage, above: [StagePosition]) -> Diagnostic? {
        guard let arriving = place.arrivingMediaTypes, !arriving.isEmpty, !place.inputs.isEmpty,
            arriving.isDisjoint(with: place.acceptedMediaTypes)
        else { return nil }
        let inputs = place.inputs.map { "'\($0.name)' (\($0.kind))" }.joined(separator: " and ")
        let definition = document.stages.first { $0.name.text == place.name }
        return Diagnostic(
            code: "media-type-mismatch",
            message: "'\(place.name)' (\(place.kind)) accepts \(Self.text(place.acceptedMediaTypes)), but \(inputs) "
                + "\(place.inputs.count == 1 ? "emits" : "emit") \(Self.text(arriving)) only",
            at: definition?.inputs.first?.location ?? definition?.kind?.location,
            notes: [note(place, planned, arriving, above)])
    }

    private func note(
        _ place: StagePosition, _ planned: PlannedStage, _ arriving: Set<MediaType>, _ above: [StagePosition]
    ) -> String {
        let givers = above.filter { other in
            catalogue[other.kind]?.outputName == planned.description.inputName
                && other.emittedMediaTypes?.isDisjoint(with: place.acceptedMediaTypes) == false
        }
        if !givers.isEmpty {
            let names = givers.map(\.name).joined(separator: ", ")
            return "stages above that emit \(Self.text(place.acceptedMediaTypes)): \(names)"
        }
        let kinds = catalogue.descriptions.filter {
            $0.role != .source && $0.role != .sink && $0.inputName == planned.description.inputName
                && $0.outputName == planned.description.outputName && $0.mediaTypes != Set(MediaType.allCases)
                && arriving.isSubset(of: $0.mediaTypes)
        }.map(\.kind)
        guard kinds.isEmpty else { return "stage kinds for \(Self.text(arriving)): \(kinds.joined(separator: ", "))" }
        return "add a source of \(Self.text(place.acceptedMediaTypes)) above it, or remove it"
    }

    private static func text(_ types: Set<MediaType>) -> String {
        MediaType.allCases.filter(types.contains).map(\.rawValue).joined(separator: " and ")
    }
}
