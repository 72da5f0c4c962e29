package import StageKit

/// What a reader does with a movie whose end is missing.
package enum TruncationPolicy: String, OptionValue, CaseIterable {
    case fail
    case salvage

    /// The option of the readers.
    package static func option<Root: OptionGroup>(
        _ path: any WritableKeyPath<Root, TruncationPolicy> & Sendable
    ) -> OptionField<Root> {
        OptionField<Root>.option(
            "when-truncated", path, "Policy for truncated movies: fail, or read the complete part.")
    }
}
