import Media
public import StageKit

/// The value of an option in Swift: a literal, or a typed value such as `.value(MediaTime.seconds(6))`.
///
/// A dictionary literal is a mapping, such as the options of a stage. Text is not searched for parameters.
public struct OptionLiteral: Sendable {
    private(set) var node: OptionNode

    /// The entries of a mapping; empty for other values.
    var entries: [OptionNode.Entry] { if case .mapping(let entries) = node.content { entries } else { [] } }

    /// The value of a key of a mapping; nil when it has none. Setting a key makes any other value a mapping.
    public subscript(key: String) -> OptionLiteral? {
        get { entries.first { $0.key == key }.map { OptionLiteral(node: $0.value) } }
        set {
            var entries = entries.filter { $0.key != key }
            if let newValue { entries.append(.init(key: key, value: newValue.node)) }
            node = OptionNode(.mapping(entries))
        }
    }

    /// A value of any option type, such as a `Secret`, a `PixelSize` or a list of values.
    public static func value(_ value: some OptionValue) -> OptionLiteral { OptionLiteral(node: value.optionNode) }

    /// A duration in seconds, such as `.seconds(6)`; exact to the microsecond.
    public static func seconds(_ seconds: Double) -> OptionLiteral {
        guard let ticks = Int64(exactly: (seconds * 1_000_000).rounded()) else { return .value("\(seconds)s") }
        return .value(MediaTime(value: ticks, timescale: 1_000_000))
    }
    /// A duration in milliseconds.
    public static func milliseconds(_ count: Int) -> OptionLiteral {
        .value(MediaTime(value: Int64(count), timescale: 1000))
    }
    /// A bit rate in kilobits (1000 bits) per second.
    public static func kilobits(_ count: Int) -> OptionLiteral { .value(BitRate.kilobits(count)) }
    /// A size in bytes.
    public static func bytes(_ count: Int) -> OptionLiteral { .value(ByteCount(count)) }
    /// A frame size in pixels.
    public static func size(_ width: Int, _ height: Int) -> OptionLiteral {
        .value(PixelSize(width: width, height: height))
    }
    /// A frame rate or another ratio.
    public static func rate(_ numerator: Int32, _ denominator: Int32 = 1) -> OptionLiteral {
        .value(Ratio(numerator, denominator))
    }
}

extension OptionLiteral: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral text: String) { self = .value(text) }
    public init(integerLiteral number: Int) { self = .value(number) }
    public init(floatLiteral number: Double) { self = .value(number) }
    public init(booleanLiteral value: Bool) { self = .value(value) }
    public init(arrayLiteral items: OptionLiteral...) { node = OptionNode(.list(items.map(\.node))) }
    public init(dictionaryLiteral entries: (String, OptionLiteral)...) {
        node = OptionNode(.mapping(entries.map { .init(key: $0, value: $1.node) }))
    }
}

extension OptionNode.Entry {
    /// Returns the entry with a location for itself and all its values.
    func located(at location: SourceLocation) -> OptionNode.Entry {
        OptionNode.Entry(key: key, keyLocation: location, value: value.located(at: location))
    }
}

extension OptionNode {
    fileprivate func located(at location: SourceLocation) -> OptionNode {
        switch content {
        case .scalar: OptionNode(content, at: location)
        case .list(let items): OptionNode(.list(items.map { $0.located(at: location) }), at: location)
        case .mapping(let entries):
            OptionNode(.mapping(entries.map { $0.located(at: location) }), at: location)
        }
    }
}
