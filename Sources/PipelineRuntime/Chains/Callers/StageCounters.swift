import Media
import StageKit

/// The payloads that a stage received and sent, and its processing time.
struct StageCounters: Sendable {
    /// Payloads received.
    var received = 0
    /// Payloads sent.
    var sent = 0
    /// Payloads sent that only describe media, such as initialization segments.
    var headers = 0
    /// The size of the payloads sent, each byte once.
    var bytes = 0
    /// Time inside the stage's code.
    var busy = Duration.zero

    mutating func add(sent measure: BatchMeasure) {
        sent += measure.payloads
        headers += measure.headers
        bytes += measure.distinctBytes
    }
}
