/// A service of closed captions embedded in video, with the names of RFC 8216bis 4.4.6.1.
public enum CaptionService: Sendable, Hashable, Comparable, CustomStringConvertible, Codable {
    /// A channel of CEA-608, 1 to 4.
    case line21(Int)
    /// A service of CEA-708, 1 to 63.
    case digital(Int)

    /// The service with this name, `CC1` to `CC4` or `SERVICE1` to `SERVICE63`; nil for other names.
    public init?(_ name: String) {
        if name.hasPrefix("CC"), let number = Int(name.dropFirst(2)), (1...4).contains(number) {
            self = .line21(number)
        } else if name.hasPrefix("SERVICE"), let number = Int(name.dropFirst(7)), (1...63).contains(number) {
            self = .digital(number)
        } else {
            return nil
        }
    }

    public var description: String {
        switch self {
        case .line21(let number): "CC\(number)"
        case .digital(let number): "SERVICE\(number)"
        }
    }
}
