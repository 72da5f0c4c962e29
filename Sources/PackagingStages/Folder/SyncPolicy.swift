import Glibc
import StageKit

/// The data that must be on the disk before it is published.
enum SyncPolicy: String, Sendable, CaseIterable, OptionValue {
    /// None. After a power failure, the next run skips numbers that may have been used.
    case none
    /// The journal, before a playlist that depends on it is published.
    case journal
    /// The journal and the segments.
    case segment
}
