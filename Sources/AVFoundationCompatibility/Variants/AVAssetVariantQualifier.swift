import AssetDownloading
public import Foundation

/// A preference for certain variants of an asset.
///
/// The qualifiers of a content configuration are applied in order. The first qualifier that matches any variant
/// decides; among the matching variants, the best one by SCORE, then by peak bit rate is used. If none matches, the
/// best of all variants is used.
public final class AVAssetVariantQualifier: NSObject, NSCopying, Sendable {
    let qualifier: AssetVariantQualifier
    /// The preference in a form that can be stored; nil if it contains a closure.
    let stored: StoredVariantQualifier?
    /// The error in the predicate or key path; nil without one.
    let error: String?

    private init(_ qualifier: AssetVariantQualifier, _ stored: StoredVariantQualifier?, error: String? = nil) {
        self.qualifier = qualifier
        self.stored = stored
        self.error = error
    }

    /// Prefers the variants that satisfy a predicate.
    public convenience init(predicate: NSPredicate) {
        let condition = VariantCondition(predicate)
        if let predicate = condition.predicate {
            self.init(AssetVariantQualifier(predicate: predicate), .condition(condition))
        } else if let error = condition.error {
            self.init(AssetVariantQualifier { _ in false }, .condition(condition), error: error)
        } else {
            // Safe because predicates do not change; a closure of the program is called by one download at a time.
            nonisolated(unsafe) let predicate = predicate
            self.init(AssetVariantQualifier { predicate.evaluate(with: AVAssetVariant($0)) }, nil)
        }
    }

    /// Prefers one variant.
    public convenience init(variant: AVAssetVariant) {
        self.init(AssetVariantQualifier(variant: variant.variant), .variant(variant.variant.declarationText))
    }

    /// Prefers the variants with the maximum of a numeric property, such as `peakBitRate`.
    public static func maximumValue(inKeyPath keyPath: String) -> AVAssetVariantQualifier {
        extreme(keyPath, .maximum(keyPath)) { try AssetVariantQualifier.maximumValue(inKeyPath: keyPath) }
    }

    /// Prefers the variants with the minimum of a numeric property, such as `peakBitRate`.
    public static func minimumValue(inKeyPath keyPath: String) -> AVAssetVariantQualifier {
        extreme(keyPath, .minimum(keyPath)) { try AssetVariantQualifier.minimumValue(inKeyPath: keyPath) }
    }

    private static func extreme(
        _ keyPath: String, _ stored: StoredVariantQualifier, _ make: () throws -> AssetVariantQualifier
    ) -> AVAssetVariantQualifier {
        do {
            return AVAssetVariantQualifier(try make(), stored)
        } catch {
            return AVAssetVariantQualifier(
                AssetVariantQualifier { _ in false }, stored,
                error: "the key path '\(keyPath)' cannot be used: \(error)")
        }
    }

    /// The qualifier of a stored one.
    convenience init(_ stored: StoredVariantQualifier) {
        switch stored {
        case .condition(let condition): self.init(predicate: NSPredicate(condition))
        case .variant(let text):
            self.init(AssetVariantQualifier { $0.declarationText == text }, stored)
        case .maximum(let keyPath):
            self.init((try? .maximumValue(inKeyPath: keyPath)) ?? AssetVariantQualifier { _ in false }, stored)
        case .minimum(let keyPath):
            self.init((try? .minimumValue(inKeyPath: keyPath)) ?? AssetVariantQualifier { _ in false }, stored)
        case .options(let options):
            self.init(AssetVariantQualifier(selecting: options.preferred), stored)
        }
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }
    public override var description: String { error ?? qualifier.description }
}
