package import Media

/// A range of time with attributes (RFC 8216bis 4.4.5.1).
package struct DateRange: Sendable, Hashable {
    /// When a player acts on the range beside its date.
    package enum Cue: String, Sendable, Hashable {
        /// Before playback begins.
        case pre = "PRE"
        /// After playback ended.
        case post = "POST"
        /// Never more than once.
        case once = "ONCE"
    }

    /// An attribute whose name begins with `X-`.
    package struct ClientAttribute: Sendable, Hashable {
        /// What it says.
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
    /// Ranges of one class have one meaning.
    package var rangeClass: String?
    /// nil where another tag with the same ID says it.
    package var startDate: DateTime?
    package var cues: [Cue] = []
    package var endDate: DateTime?
    package var duration: MediaTime?
    package var plannedDuration: MediaTime?
    /// In the order in which they stand.
    package var clientAttributes: [ClientAttribute] = []
    /// A splice_info_section of SCTE 35 that is neither an out nor an in.
    package var scte35Command: [UInt8]?
    /// A splice_info_section of SCTE 35 that leaves the programme.
    package var scte35Out: [UInt8]?
    /// A splice_info_section of SCTE 35 that returns to the programme.
    package var scte35In: [UInt8]?
    /// Whether it ends where the next range of its class begins.
    package var endsOnNext: Bool = false
    package var unknownAttributes: [UnknownAttribute] = []

    package init(id: String, rangeClass: String? = nil, startDate: DateTime? = nil) {
        self.id = id
        self.rangeClass = rangeClass
        self.startDate = startDate
    }
}
