import HLS
package import Media
package import StageKit

/// A duration that may be negative.
package struct SignedTime: OptionValue, Hashable {
    package var time: MediaTime
    package static var valueForm: String { "duration, perhaps negative (12s, -18s)" }

    package init(time: MediaTime) { self.time = time }
    package init(option node: OptionNode) throws(OptionProblem) {
        let text = try String(option: node)
        guard text.hasPrefix("-") else {
            time = try MediaTime(option: node)
            return
        }
        time =
            -(try MediaTime(option: OptionNode(.scalar(String(text.dropFirst()), isQuoted: false), at: node.location)))
    }
    package var optionText: String { time < .zero ? "-" + (-time).optionText : time.optionText }
}
