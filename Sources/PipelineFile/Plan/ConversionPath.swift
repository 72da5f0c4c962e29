import StageKit

/// Finds stage kinds that convert one payload type to another, for suggestions in diagnostics.
struct ConversionPath {
    private let catalogue: StageCatalogue

    init(_ catalogue: StageCatalogue) { self.catalogue = catalogue }

    /// Returns a note that suggests stages between the two payload types.
    func note(from given: String, to wanted: String) -> String {
        let steps = shortest(from: given, to: wanted)
        switch steps.count {
        case 0: return "no stage kind converts \(given)s to \(wanted)s"
        case 1: return "stage kinds that convert \(given)s to \(wanted)s: \(steps[0].joined(separator: ", "))"
        default:
            return "insert conversions: " + steps.map { $0.joined(separator: " or ") }.joined(separator: ", then ")
        }
    }

    /// The shortest chain of conversions, with the possible kinds for each step; empty when there is none.
    private func shortest(from given: String, to wanted: String) -> [[String]] {
        var previous: [String: String] = [:]
        var queue = [given]
        var place = 0
        while place < queue.count, queue[place] != wanted {
            for description in catalogue.descriptions where description.inputName == queue[place] {
                guard let output = description.outputName, output != given, previous[output] == nil else { continue }
                previous[output] = queue[place]
                queue.append(output)
            }
            place += 1
        }
        var steps: [[String]] = []
        var output = wanted
        while let input = previous[output] {
            steps.insert(kinds(from: input, to: output), at: 0)
            output = input
        }
        return steps
    }

    private func kinds(from input: String, to output: String) -> [String] {
        catalogue.descriptions.filter { $0.inputName == input && $0.outputName == output }.map(\.kind)
    }
}
