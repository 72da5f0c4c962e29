extension MediaTime: Codable {
    /// Decodes `value/timescale`, or `indefinite`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        if text == Self.indefiniteText {
            self = .indefinite
            return
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let value = Int64(parts[0]), let timescale = Int32(parts[1]), timescale > 0 else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is not a time")
        }
        self.init(value: value, timescale: timescale)
    }

    /// Encodes the exact time as text, such as `180180/30000`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(isIndefinite ? Self.indefiniteText : "\(value)/\(timescale)")
    }

    private static var indefiniteText: String { "indefinite" }
}
