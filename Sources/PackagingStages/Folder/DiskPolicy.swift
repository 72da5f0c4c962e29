import StageKit

/// Decides how to react when the disk fills up.
///
/// A file must be retained after it leaves a playlist for as long as the playlist lasts, so the files awaiting removal
/// take slightly more space than the listed ones. Playlists are therefore asked to shorten their window when the listed
/// files use nearly half of the quota; normally that suffices. Otherwise files awaiting removal are removed early, and
/// finally the run fails.
struct DiskPolicy: Sendable {
    /// The first reaction to low disk space.
    enum WhenLow: String, Sendable, CaseIterable, OptionValue {
        /// Shorten the windows of live playlists, but not below three target durations. Then leave out segments until
        /// there is space.
        case shrink
        /// End the run with an error.
        case fail
    }

    /// The actions to take, in this order.
    struct Decision: Equatable {
        /// The number of bytes that playlists should stop listing.
        var release = 0
        /// The number of bytes of files awaiting removal to remove early.
        var removeEarly = 0
        /// The reason why the run must fail.
        var failure: String?
    }

    /// The maximum total size of all files in bytes; nil for no limit.
    var quota: Int?
    /// The free space in bytes to leave on the file system.
    var reserve: Int
    var whenLow: WhenLow
    /// The number of consecutive decisions without enough space.
    private var failedDecisions = 0
    /// The part of the quota that listed files may use, in sixteenths. Files awaiting removal exceed them by a segment
    /// or two.
    private static let listedSixteenths = 7
    /// The number of decisions without enough space before the run fails. Playlists react to a request only with their
    /// next segments.
    private static let maximumFailedDecisions = 8

    init(quota: Int?, reserve: Int, whenLow: WhenLow) {
        self.quota = quota
        self.reserve = reserve
        self.whenLow = whenLow
    }

    /// The reserve of a file system with this size in bytes, nil if unknown, without an option: enough for playlists and
    /// the journal.
    static func defaultReserve(capacity: Int?) -> Int { min(64 << 20, (capacity ?? 0) / 50) }

    /// The reason why a file of this size cannot be stored, even if all `leaving` bytes of files awaiting removal are
    /// removed; nil if it can.
    func obstacle(adding size: Int, total: Int, leaving: Int, free: Int) -> String? {
        let overQuota = quota.map { total + size - $0 } ?? 0
        guard max(overQuota, reserve + size - free) > leaving else { return nil }
        return reason(overQuota: overQuota)
    }

    /// Whether there is a quota or a reserve to observe.
    var isNeeded: Bool { quota != nil || reserve > 0 }

    /// Decides for `total` bytes of files, including `leaving` bytes awaiting removal, and `free` bytes of free space.
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
        // Shorter playlists do not help if other files have filled the disk.
        let wanted = missing + reserve - leaving
        decision.release = max(
            0, quota.map { listed - $0 / 16 * Self.listedSixteenths } ?? 0, listed > 0 && wanted > listed ? 0 : wanted)
        if shortage > 0 { decision.removeEarly = min(shortage, leaving) }
        if shortage > leaving {
            failedDecisions += 1
            if failedDecisions > Self.maximumFailedDecisions { decision.failure = reason(overQuota: overQuota) }
        } else {
            failedDecisions = 0
        }
        return decision
    }

    private func reason(overQuota: Int) -> String {
        if overQuota > 0, let quota {
            return "the disk quota of \(ByteCount(quota).optionText) is used up and no file can be "
                + "removed; raise disk-quota, or use a smaller window or bit rate"
        }
        return "less than the disk reserve of \(ByteCount(reserve).optionText) is free and no file can be removed"
    }
}
