package import Media

/// A time range with attributes (RFC 8216bis 4.4.5.1).
package struct DateRange: Sendable, Hashable {
    /// The trigger of the associated action, besides the start date.
    package enum Cue: String, Sendable, Hashable {
        /// Before playback begins.
        case pre = "PRE"
        /// After playback ended.
        case post = "POST"
        /// At most once.
        case once = "ONCE"
    }

    /// An attribute whose name begins with `X-`.
    package struct ClientAttribute: Sendable, Hashable {
        /// The value of the attribute.
        package enum Value: Sendable, Hashable {
            case string(String)
            case bytes([UInt8])
            case number(DecimalNumber)
        }

        package var name: String
        package var value: Value

        package init(name: String, value: Value) {
            self.name = name
            self.value = value
        }
    }

    package var id: String
    /// The class, which defines the meaning of the range.
    package var rangeClass: String?
    /// nil if another tag with the same ID declares it.
    package var startDate: DateTime?
    package var cues: [Cue] = []
    package var endDate: DateTime?
    package var duration: MediaTime?
    package var plannedDuration: MediaTime?
    /// The attributes in playlist order.
    package var clientAttributes: [ClientAttribute] = []
    /// An SCTE 35 splice_info_section that is neither an out nor an in point.
    package var scte35Command: [UInt8]?
    /// An SCTE 35 splice_info_section that leaves the programme.
    package var scte35Out: [UInt8]?
    /// An SCTE 35 splice_info_section that returns to the programme.
    package var scte35In: [UInt8]?
    /// Whether it ends at the start of the next range of its class.
    package var endsOnNext: Bool = false
    package var unknownAttributes: [UnknownAttribute] = []

    package init(id: String, rangeClass: String? = nil, startDate: DateTime? = nil) {
        self.id = id
        self.rangeClass = rangeClass
        self.startDate = startDate
    }
}
