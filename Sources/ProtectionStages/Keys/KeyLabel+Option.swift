import ContentProtection
import StageKit

extension KeyLabel: OptionValue {}
