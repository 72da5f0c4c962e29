public import Media

/// A type that can be the value of an option.
public protocol OptionValue: Sendable {
    /// The form of a value, such as `duration (6s, 500ms)`.
    static var valueForm: String { get }
    /// The possible values as text; nil when they are not enumerable.
    static var choices: String? { get }
    /// The form of a value for the JSON Schema of pipeline files; by default any single value.
    static var shape: OptionShape { get }
    /// The keys of the mappings in a value; empty for values without mappings.
    static var members: [OptionDescription] { get }
    /// Whether values are masked in all output.
    static var isSecret: Bool { get }
    /// Parses a value of a pipeline file.
    init(option node: OptionNode) throws(OptionProblem)
    /// The value in the syntax of pipeline files.
    var optionText: String { get }
    /// The value as a pipeline file contains it; by default the text as one scalar. A value whose text is a list or a
    /// mapping has to implement it.
    var optionNode: OptionNode { get }
}

extension OptionValue {
    public static var choices: String? { nil }
    public static var shape: OptionShape { .text }
    public static var members: [OptionDescription] { [] }
    public static var isSecret: Bool { false }
    public var optionNode: OptionNode { OptionNode(.scalar(optionText, isQuoted: true)) }

    /// Returns the text of a scalar; throws when the node is a list or a mapping.
    static func scalar(_ node: OptionNode) throws(OptionProblem) -> String {
        guard case .scalar(let text, _) = node.content else {
            throw OptionProblem(.wrongType, "a single value is required", expected: valueForm, at: node)
        }
        return text
    }

    static func mismatch(_ node: OptionNode) -> OptionProblem {
        .mismatch(node, with: valueForm)
    }

    /// Creates the problem of a value of another form, with the value that is probably meant.
    static func mismatch(_ node: OptionNode, suggesting value: String) -> OptionProblem {
        var problem = mismatch(node)
        problem.message += "; did you mean '\(value)'?"
        return problem
    }
}

extension String: OptionValue {
    public static var valueForm: String { "text" }
    public init(option node: OptionNode) throws(OptionProblem) { self = try Self.scalar(node) }
    public var optionText: String { self }
}

extension Bool: OptionValue {
    public static var valueForm: String { "true or false" }
    public static var shape: OptionShape { .boolean }
    public init(option node: OptionNode) throws(OptionProblem) {
        switch try Self.scalar(node) {
        case "true": self = true
        case "false": self = false
        default:
            let value = ChoiceSuggestion.boolean(node.text).map { "; did you mean '\($0)'?" } ?? ""
            throw OptionProblem(
                .wrongType, "'\(node.text)' is not a Boolean value\(value)", expected: Self.valueForm, at: node)
        }
    }
    public var optionText: String { self ? "true" : "false" }
}

extension Int: OptionValue {
    public static var valueForm: String { "whole number" }
    public static var shape: OptionShape { .integer }
    public init(option node: OptionNode) throws(OptionProblem) {
        guard let value = Int(try Self.scalar(node)) else { throw Self.mismatch(node) }
        self = value
    }
    public var optionText: String { String(self) }
}

extension Double: OptionValue {
    public static var valueForm: String { "number (2, 0.5)" }
    public static var shape: OptionShape { .number }
    public init(option node: OptionNode) throws(OptionProblem) {
        let quantity = try Quantity(option: node, valueForm: Self.valueForm)
        guard quantity.unit.isEmpty else { throw Self.mismatch(node) }
        self = Double(quantity.numerator) / Double(quantity.denominator)
    }
    public var optionText: String { self == rounded() && magnitude < 1e15 ? String(Int64(self)) : description }
}

extension OptionValue where Self: RawRepresentable & CaseIterable, RawValue == String {
    public static var valueForm: String { "choice" }
    public static var choices: String? { allCases.map(\.rawValue).joined(separator: " | ") }
    public static var shape: OptionShape { .choice(allCases.map(\.rawValue)) }
    public init(option node: OptionNode) throws(OptionProblem) {
        let text = try Self.scalar(node)
        guard let value = Self(rawValue: text) else {
            throw .unknownChoice(text, among: Self.allCases.map(\.rawValue), at: node)
        }
        self = value
    }
    public var optionText: String { rawValue }
}

extension OverflowPolicy: OptionValue {}

extension Array: OptionValue where Element: OptionValue {
    public static var valueForm: String { "list of \(Element.valueForm)" }
    public static var choices: String? { Element.choices }
    public static var shape: OptionShape { .list(of: Element.shape) }
    public static var members: [OptionDescription] { Element.members }
    public static var isSecret: Bool { Element.isSecret }
    public init(option node: OptionNode) throws(OptionProblem) {
        guard case .list(let items) = node.content else {
            self = [try Element(option: node)]
            return
        }
        self = []
        var problems: [OptionProblem] = []
        for item in items {
            do throws(OptionProblem) { append(try Element(option: item)) } catch { problems.append(error) }
        }
        if let problem = OptionProblem.joined(problems) { throw problem }
    }
    public var optionText: String { "[" + map(\.optionText).joined(separator: ", ") + "]" }
    public var optionNode: OptionNode { OptionNode(.list(map(\.optionNode))) }
}

extension MediaTime: OptionValue {
    private static let units: [String: (multiplier: Int64, timescale: Int32)] = [
        "h": (3600, 1), "min": (60, 1), "s": (1, 1), "ms": (1, 1000), "us": (1, 1_000_000), "ns": (1, 1_000_000_000),
    ]
    public static var valueForm: String { "duration (6s, 500ms)" }
    public static var shape: OptionShape { .quantity(units.keys) }
    public init(option node: OptionNode) throws(OptionProblem) {
        let quantity = try Quantity(option: node, valueForm: Self.valueForm)
        guard let unit = Self.units[quantity.unit] else {
            throw quantity.unitProblem("h, min, s, ms, us or ns", node)
        }
        // The decimal places go into the timescale, so that 0.1s is exact.
        let timescale = Int64(unit.timescale).multipliedReportingOverflow(by: quantity.denominator)
        let value = quantity.numerator.multipliedReportingOverflow(by: unit.multiplier)
        guard !timescale.overflow, !value.overflow, value.partialValue / timescale.partialValue <= 1_000_000_000 else {
            throw OptionProblem(
                .outOfRange, "'\(node.text)' is out of range", expected: "at most 1000000000s", at: node)
        }
        let divisor = Int64(
            greatestCommonDivisor(value.partialValue.magnitude, timescale.partialValue.magnitude))
        guard let scale = Int32(exactly: timescale.partialValue / divisor), 1_000_000_000 % scale == 0 else {
            throw OptionProblem(
                .outOfRange, "'\(node.text)' is finer than a nanosecond", expected: "whole nanoseconds", at: node)
        }
        self = MediaTime(value: value.partialValue / divisor, timescale: scale)
    }
    public var optionText: String {
        if isIndefinite { return "indefinite" }
        return reduced.timescale > 1 && self < .seconds(1)
            ? MediaTime(value: value, timescale: timescale).millisecondText : description
    }
    private var millisecondText: String {
        let thousandfold = self * 1000
        return thousandfold.decimal(places: 6, trimmed: true) + "ms"
    }
}

extension PixelSize: OptionValue {
    public static var valueForm: String { "frame size (1280x720)" }
    public static var shape: OptionShape { .pattern("^[1-9][0-9]{0,4}x[1-9][0-9]{0,4}$") }
    public init(option node: OptionNode) throws(OptionProblem) {
        let parts = try Self.scalar(node).split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else {
            throw Self.meant(by: node.text).map { Self.mismatch(node, suggesting: $0) } ?? Self.mismatch(node)
        }
        guard (1...16384).contains(width), (1...16384).contains(height) else {
            throw OptionProblem(.outOfRange, "'\(node.text)' is out of range", expected: "1x1 to 16384x16384", at: node)
        }
        self.init(width: width, height: height)
    }
    public var optionText: String { description }

    /// The sizes of the names by which cameras and players call them.
    private static let names: [String: String] = [
        "144p": "256x144", "240p": "426x240", "360p": "640x360", "480p": "854x480", "540p": "960x540",
        "720p": "1280x720", "1080p": "1920x1080", "1440p": "2560x1440", "2160p": "3840x2160", "4320p": "7680x4320",
        "hd": "1280x720", "fullhd": "1920x1080", "fhd": "1920x1080", "uhd": "3840x2160", "4k": "3840x2160",
        "8k": "7680x4320", "vga": "640x480", "pal": "720x576", "ntsc": "720x480",
    ]

    /// Returns the size that a name, such as `720p`, or a size with another separator refers to.
    private static func meant(by text: String) -> String? {
        let lowered = text.lowercased().filter { $0 != " " }
        if let size = names[lowered] ?? names[lowered + "p"] { return size }
        let parts = lowered.split { "x×*:/".contains($0) }
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else { return nil }
        return "\(width)x\(height)"
    }
}

extension Ratio: OptionValue {
    public static var valueForm: String { "rate (30, 30000/1001, 29.97)" }
    public static var shape: OptionShape { .either(.number, .pattern("^[0-9]+/[0-9]+$")) }
    public init(option node: OptionNode) throws(OptionProblem) {
        let text = Self.trimmed(try Self.scalar(node))
        let broadcast: [String: Ratio] = [
            "23.976": Ratio(24000, 1001), "23.98": Ratio(24000, 1001), "29.97": Ratio(30000, 1001),
            "59.94": Ratio(60000, 1001), "119.88": Ratio(120000, 1001),
        ]
        if let ratio = broadcast[text] {
            self = ratio
            return
        }
        if text.contains("."), let quantity = try? Quantity(option: OptionNode(text), valueForm: Self.valueForm) {
            self = try Self.decimal(quantity, node)
            return
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let numerator = parts.first.flatMap({ Int32($0) }), numerator > 0, parts.count <= 2,
            let denominator = parts.count == 2 ? Int32(parts[1]) : 1, denominator > 0
        else { throw Self.mismatch(node) }
        self.init(numerator, denominator)
    }
    public var optionText: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

    /// Removes trailing zeros after the decimal point, so that 29.970 becomes 29.97.
    private static func trimmed(_ text: String) -> String {
        guard text.contains(".") else { return text }
        let digits = text.reversed().drop { $0 == "0" }
        return String((digits.first == "." ? digits.dropFirst() : digits).reversed())
    }

    private static func decimal(_ quantity: Quantity, _ node: OptionNode) throws(OptionProblem) -> Ratio {
        let divisor = Int64(
            greatestCommonDivisor(quantity.numerator.magnitude, quantity.denominator.magnitude))
        guard quantity.unit.isEmpty, quantity.numerator > 0,
            let numerator = Int32(exactly: quantity.numerator / divisor),
            let denominator = Int32(exactly: quantity.denominator / divisor)
        else { throw mismatch(node) }
        return Ratio(numerator, denominator)
    }
}
