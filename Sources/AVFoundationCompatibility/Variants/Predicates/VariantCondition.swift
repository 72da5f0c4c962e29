import AssetDownloading
import Foundation

/// The condition of a predicate for variants, as a value that can be stored with a download.
indirect enum VariantCondition: Codable, Hashable, Sendable {
    /// A format string with its arguments inserted.
    case format(String)
    case rendition(RenditionCondition)
    case constant(Bool)
    case all([VariantCondition])
    case any([VariantCondition])
    case not(VariantCondition)
    /// A closure of the program, which cannot be stored.
    case closure
    /// A malformed format string or an argument that cannot be used, with the message for the program.
    case malformed(String)

    /// The condition of a predicate and of the predicates that it combines.
    init(_ predicate: NSPredicate) {
        if let compound = predicate as? NSCompoundPredicate {
            let conditions = compound.subpredicates.map(VariantCondition.init)
            switch compound.compoundPredicateType {
            case .and: self = .all(conditions)
            case .or: self = .any(conditions)
            case .not: self = conditions.first.map { .not($0) } ?? .constant(false)
            }
            return
        }
        let probe = VariantConditionProbe()
        let result = AssetVariant.empty.map { predicate.evaluate(with: AVAssetVariant($0, probe: probe)) } ?? false
        if let condition = probe.condition {
            self = condition
        } else {
            // The closure of a constant predicate is not called, and its value does not depend on the object.
            self = predicate.isEqual(NSPredicate(value: result)) ? .constant(result) : .closure
        }
    }

    /// The condition for variants; nil if it contains a closure or an error.
    var predicate: VariantPredicate? {
        switch self {
        case .format(let format): return try? VariantPredicate(format: format)
        case .rendition(let condition): return condition.predicate
        case .constant(let value): return VariantPredicate(value: value)
        case .all(let conditions): return Self.predicates(conditions).map(VariantPredicate.and)
        case .any(let conditions): return Self.predicates(conditions).map(VariantPredicate.or)
        case .not(let condition): return condition.predicate.map(VariantPredicate.not)
        case .closure, .malformed: return nil
        }
    }

    private static func predicates(_ conditions: [VariantCondition]) -> [VariantPredicate]? {
        let predicates = conditions.compactMap(\.predicate)
        return predicates.count == conditions.count ? predicates : nil
    }

    /// The first error; nil without one.
    var error: String? {
        switch self {
        case .malformed(let message): message
        case .all(let conditions), .any(let conditions): conditions.lazy.compactMap(\.error).first
        case .not(let condition): condition.error
        case .format, .rendition, .constant, .closure: nil
        }
    }
}

extension AssetVariant {
    /// A variant without attributes.
    fileprivate static let empty: AssetVariant? = try? AssetPresentation(
        playlist: "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nprobe.m3u8\n"
    ).variants.first
}
