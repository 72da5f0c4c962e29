import StageKit

/// Decides what is done about a disk that fills up.
///
/// What leaves a playlist has to stay as long as the playlist lasts, so that a little more waits to go than is listed.
/// Playlists are therefore asked to list less as soon as they list nearly half of what there may be; then the rest is
/// enough. Where it is not, files that wait go before their time, and at last the run fails.
struct DiskPolicy: Sendable {
    /// What is done first.
    enum WhenLow: String, Sendable, CaseIterable, OptionValue {
        /// Playlists list less, never less than three target durations.
        case shrink
        /// The run ends with an error.
        case fail
    }

    /// What is to be done now, in this order.
    struct Decision: Equatable {
        /// How many bytes playlists should let go of.
        var release = 0
        /// How many bytes of files go that have left the playlists and should have stayed.
        var removeEarly = 0
        /// Why the run cannot go on.
        var failure: String?
    }

    /// The bytes that all files may have together; nil for no limit.
    var quota: Int?
    /// The bytes that stay free on the file system for others.
    var reserve: Int
    var whenLow: WhenLow
    /// How often in a row playlists were asked and it did not help.
    private var fruitless = 0
    /// The part of the quota that may be listed, in sixteenths: what waits to go is a segment or two more.
    private static let listedSixteenths = 7
    /// Times that playlists are asked before the run fails: they answer with the next segments.
    private static let mostFruitless = 8

    init(quota: Int?, reserve: Int, whenLow: WhenLow) {
        self.quota = quota
        self.reserve = reserve
        self.whenLow = whenLow
    }

    /// Whether there is anything to decide.
    var isNeeded: Bool { quota != nil || reserve > 0 }

    /// Decides what to do about `total` bytes of files, of which `leaving` have left the playlists, and `free` bytes.
    mutating func decide(total: Int, leaving: Int, free: Int) -> Decision {
        let overQuota = quota.map { total - $0 } ?? 0
        let missing = reserve - free
        let shortage = max(overQuota, missing)
        var decision = Decision()
        if whenLow == .fail {
            if shortage > 0 { decision.failure = reason(overQuota: overQuota) }
            return decision
        }
        let listed = total - leaving
        decision.release = max(
            0, quota.map { listed - $0 / 16 * Self.listedSixteenths } ?? 0, missing + reserve - leaving)
        if shortage > 0 { decision.removeEarly = min(shortage, leaving) }
        if shortage > leaving {
            fruitless += 1
            if fruitless > Self.mostFruitless { decision.failure = reason(overQuota: overQuota) }
        } else {
            fruitless = 0
        }
        return decision
    }

    private func reason(overQuota: Int) -> String {
        if overQuota > 0, let quota {
            return "the disk quota of \(ByteCount(quota).optionText) is used up and no file may go; "
                + "raise disk-quota, or use a smaller window or bit rate"
        }
        return "less than the disk reserve of \(ByteCount(reserve).optionText) is free and no file may go; make room"
    }
}
