import AssetDownloading
public import Foundation

// Foundation on Linux declares these initializers as unavailable, because it has no parser for format strings. Overload
// resolution prefers the available ones below, so that a program's lines need not change.
extension NSPredicate {
    /// A condition for an ``AVAssetVariant``, with `%@`, `%d` or `%K` replaced by the elements of an array.
    ///
    /// The syntax is the one of Apple's format strings; the key paths are the properties of variants, such as
    /// `peakBitRate`, `videoAttributes.videoRange` and `audioAttributes.formatIDs`. False for other objects. AVFoundation
    /// ends the program at a malformed format string; here, the predicate is false for every variant, and a download
    /// with it fails with ``AVError/Code/operationNotAllowed`` and a message with the position of the error.
    public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        self.init(VariantCondition(format: predicateFormat, arguments ?? []))
    }

    /// A condition for an ``AVAssetVariant``, with `%@`, `%d` or `%K` replaced by the arguments.
    ///
    /// Arguments of any type are accepted, because strings are not `CVarArg` on Linux.
    public convenience init(format predicateFormat: String, _ arguments: Any...) {
        self.init(format: predicateFormat, argumentArray: arguments)
    }

    convenience init(_ condition: VariantCondition) {
        let predicate = condition.predicate
        self.init { object, _ in
            guard let variant = object as? AVAssetVariant else { return false }
            if let probe = variant.probe {
                probe.condition = condition
                return false
            }
            return predicate?.evaluate(with: variant.variant) ?? false
        }
    }
}

extension VariantCondition {
    fileprivate init(format: String, _ arguments: [Any]) {
        let arguments = PredicateArguments(arguments)
        if let error = arguments.error {
            self = .malformed("\(error), in '\(format)'")
            return
        }
        do throws(VariantPredicateError) {
            self = .format(try VariantPredicate(format: format, argumentArray: arguments.values).description)
        } catch {
            self = .malformed("the predicate '\(format)' is malformed: \(error)")
        }
    }
}
