import HLS
package import Media
package import PackagingStages
package import StageKit

/// A range of the presentation with attributes, such as an interstitial: `EXT-X-DATERANGE`.
package struct CueOption: OptionMapping, Hashable {
    /// The trigger of the action, besides the start.
    package enum Trigger: String, OptionValue, CaseIterable {
        case pre
        case post
        case once
    }

    package var id: QuotableText?
    package var start: MediaTime?
    package var duration: MediaTime?
    package var plannedDuration: MediaTime?
    package var rangeClass: QuotableText?
    package var triggers: [Trigger] = []
    package var command: SpliceSection?
    package var out: SpliceSection?
    package var `in`: SpliceSection?
    package var attributes: [CueAttribute] = []

    package init() {}
    package static var fields: [OptionField<CueOption>] {
        [
            .option("id", \.id, "Identifier of the cue; required."),
            .option("start", \.start, in: times, "Start in the presentation; required."),
            .option("duration", \.duration, in: times, "Duration."),
            .option("planned-duration", \.plannedDuration, in: times, "Expected duration."),
            .option("class", \.rangeClass, "Class that defines the meaning, such as com.apple.hls.interstitial."),
            .option("cue", \.triggers, "Triggers besides the start: pre or post, and once."),
            .option("scte35-cmd", \.command, "SCTE 35 section that is neither an out nor an in point."),
            .option("scte35-out", \.out, "SCTE 35 section of an out point."),
            .option("scte35-in", \.in, "SCTE 35 section of an in point."),
            .option("attributes", \.attributes, "Attributes whose names begin with X-."),
        ]
    }
    private static let times = MediaTime.zero...MediaTime.seconds(1_000_000)

    package var contradiction: (message: String, expected: String)? {
        if id == nil { return ("id is missing", "id: ad-1") }
        if start == nil { return ("start is missing", "start: 600s") }
        if triggers.contains(.pre), triggers.contains(.post) { return ("pre contradicts post", "one of them") }
        let names = attributes.compactMap(\.name)
        if Set(names).count < names.count { return ("an attribute is set twice", "different names") }
        return nil
    }

    /// The tag of the cue in a presentation that starts at a date.
    func dateRange(from date: DateTime) -> DateRange? {
        guard let id, let start else { return nil }
        var range = DateRange(id: id.text, rangeClass: rangeClass?.text, startDate: date + start)
        (range.duration, range.plannedDuration) = (duration, plannedDuration)
        range.cues = Trigger.allCases.filter(triggers.contains).compactMap {
            DateRange.Cue(rawValue: $0.rawValue.uppercased())
        }
        (range.scte35Command, range.scte35Out, range.scte35In) = (command?.bytes, out?.bytes, self.in?.bytes)
        range.clientAttributes = attributes.compactMap(\.attribute)
        return range
    }
}
