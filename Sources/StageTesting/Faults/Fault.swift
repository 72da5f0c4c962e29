public import Media
public import StageKit

/// A fault of a capture device during a run.
///
/// The text form is, for example, `stall 2s at 3s`, `disappear 4s at 5s`, `jump -300ms at 7s`, `size 320x180 at 9s`,
/// `rate 44100 at 9s` or `drift 200ppm at 0s`.
public struct Fault: Sendable, Hashable {
    /// The kind of fault.
    public enum Kind: Sendable, Hashable {
        /// The device remains open and delivers nothing for this long.
        case stall(MediaTime)
        /// The device fails and cannot be opened for this long.
        case disappear(MediaTime)
        /// From now on, the device's times are shifted by this much.
        case jump(MediaTime)
        /// From now on, the video frames have this size.
        case size(PixelSize)
        /// From now on, the audio has this sample rate, in samples per second.
        case rate(Int)
        /// The device's clock is fast by this many parts per million; slow if negative.
        case drift(Int)
    }

    public var kind: Kind
    /// The time of the fault, in the time of the run.
    public var time: MediaTime

    /// Creates a fault.
    public init(_ kind: Kind, at time: MediaTime) {
        self.kind = kind
        self.time = time
    }
}

extension Fault: OptionValue {
    public static var valueForm: String { "fault (stall 2s at 3s)" }

    public init(option node: OptionNode) throws(OptionProblem) {
        let text = try String(option: node)
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 4, words[2] == "at" else {
            throw OptionProblem(
                .wrongType, "'\(text)' is not a fault", expected: "a fault, its amount, 'at' and a time", at: node)
        }
        time = try MediaTime(option: OptionNode(words[3]))
        let amount = OptionNode(words[1])
        switch words[0] {
        case "stall": kind = .stall(try MediaTime(option: amount))
        case "disappear": kind = .disappear(try MediaTime(option: amount))
        case "jump": kind = .jump(try Self.signed(words[1]))
        case "size": kind = .size(try PixelSize(option: amount))
        case "rate": kind = .rate(try Self.positive(words[1], node))
        case "drift": kind = .drift(try Self.partsPerMillion(words[1], node))
        default:
            throw OptionProblem(
                .outOfRange, "'\(words[0])' is not a fault",
                expected: "stall | disappear | jump | size | rate | drift", at: node)
        }
    }

    public var optionText: String {
        let what =
            switch kind {
            case .stall(let length): "stall \(length.optionText)"
            case .disappear(let length): "disappear \(length.optionText)"
            case .jump(let length): length < .zero ? "jump -\((-length).optionText)" : "jump \(length.optionText)"
            case .size(let size): "size \(size)"
            case .rate(let rate): "rate \(rate)"
            case .drift(let parts): "drift \(parts)ppm"
            }
        return "\(what) at \(time.optionText)"
    }

    private static func signed(_ text: String) throws(OptionProblem) -> MediaTime {
        guard text.hasPrefix("-") else { return try MediaTime(option: OptionNode(text)) }
        return -(try MediaTime(option: OptionNode(String(text.dropFirst()))))
    }

    private static func positive(_ text: String, _ node: OptionNode) throws(OptionProblem) -> Int {
        guard let rate = Int(text), (8000...192_000).contains(rate) else {
            throw OptionProblem(.outOfRange, "'\(text)' is not a rate", expected: "8000 to 192000", at: node)
        }
        return rate
    }

    private static func partsPerMillion(_ text: String, _ node: OptionNode) throws(OptionProblem) -> Int {
        guard text.hasSuffix("ppm"), let parts = Int(text.dropLast(3)), (-100_000...100_000).contains(parts) else {
            throw OptionProblem(
                .outOfRange, "'\(text)' is not a drift", expected: "-100000ppm to 100000ppm", at: node)
        }
        return parts
    }
}
