import HLS
package import Media
package import StageKit

/// The length of a live playlist, as a number of segments or as a duration.
package struct WindowLength: OptionValue, Hashable, ExpressibleByIntegerLiteral {
    let length: PlaylistWindow.Length

    /// At most `count` segments.
    package init(integerLiteral count: Int) { length = .count(count) }
    /// At least this duration.
    package init(duration: MediaTime) { length = .duration(duration) }

    package static var valueForm: String { "number of segments or duration (10, 2h)" }

    package static var shape: OptionShape { .either(.integer(in: 1...1_000_000), MediaTime.shape) }

    package init(option node: OptionNode) throws(OptionProblem) {
        if let count = try? Int(option: node) {
            guard (1...1_000_000).contains(count) else {
                throw OptionProblem(
                    .outOfRange, "'\(node.text)' is out of range", expected: "1 to 1000000", at: node)
            }
            length = .count(count)
            return
        }
        let duration: MediaTime
        do throws(OptionProblem) {
            duration = try MediaTime(option: node)
        } catch {
            guard error.code == .wrongType else { throw error }
            throw OptionProblem(
                .wrongType, "'\(node.text)' is not a number of segments or duration", expected: Self.valueForm, at: node
            )
        }
        guard (MediaTime.seconds(1)...MediaTime.seconds(31_622_400)).contains(duration) else {
            throw OptionProblem(.outOfRange, "'\(node.text)' is out of range", expected: "1s to 8784h", at: node)
        }
        length = .duration(duration)
    }

    package var optionText: String {
        switch length {
        case .count(let count): count.optionText
        case .duration(let time): time.optionText
        }
    }
}
