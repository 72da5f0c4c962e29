import HLS
import Media
package import StageKit

/// The name of a closed-caption service, such as `CC1` or `SERVICE1`.
package struct CaptionServiceName: OptionValue, Hashable {
    let service: CaptionService
    package static var valueForm: String { "caption service (CC1, SERVICE1)" }

    package static var shape: OptionShape { .pattern("^(CC[1-4]|SERVICE([1-9]|[1-5][0-9]|6[0-3]))$") }

    package init(option node: OptionNode) throws(OptionProblem) {
        let text = try String(option: node)
        guard let service = CaptionService(text) else {
            throw OptionProblem(
                .outOfRange, "'\(text)' is not a caption service", expected: "CC1 to CC4 or SERVICE1 to SERVICE63",
                at: node)
        }
        self.service = service
    }
    package var optionText: String { service.description }
}
