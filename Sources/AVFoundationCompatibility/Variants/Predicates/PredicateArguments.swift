import AssetDownloading
import Foundation

/// The arguments of a format string.
struct PredicateArguments {
    private(set) var values: [PredicateValue] = []
    /// The message about the first argument that cannot be used; nil if all can.
    private(set) var error: String?

    init(_ arguments: [Any]) {
        for (index, argument) in arguments.enumerated() {
            guard let value = Self.value(argument) else {
                error =
                    "argument \(index + 1) of the predicate is a \(type(of: argument)); "
                    + "use a number, a string, a truth value, an AVVideoRange or an array of them"
                return
            }
            values.append(value)
        }
    }

    private static func value(_ argument: Any) -> PredicateValue? {
        switch argument {
        case let range as AVVideoRange: return .text(range.rawValue)
        case let codec as AVVideoCodecType: return .text(codec.rawValue)
        case let text as String: return .text(text)
        case let text as NSString: return .text(text as String)
        case let truth as Bool: return .truth(truth)
        case let number as any BinaryInteger: return .number(Double(number))
        case let number as any BinaryFloatingPoint: return .number(Double(number))
        case let number as NSNumber: return .number(number.doubleValue)
        case is NSNull: return .null
        case let value as any PredicateArgument: return value.predicateValue
        case let array as [Any]: return list(array)
        case let array as NSArray: return list(Array(array))
        case let set as NSSet: return list(set.allObjects)
        default: return nil
        }
    }

    private static func list(_ elements: [Any]) -> PredicateValue? {
        let values = elements.compactMap(value)
        return values.count == elements.count ? .list(values) : nil
    }
}
