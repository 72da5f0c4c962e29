package import ContentProtection

/// The keys for the media of a key period.
package enum KeyAvailability: Sendable {
    /// The keys of the period.
    case ready(KeySet)
    /// The keys of an earlier period, since the keys of the requested period have not arrived `after` it began.
    case continued(KeySet, period: Int, after: Duration, reason: ProtectionError)
    /// No keys: the period's keys have not arrived `after` it began, and the time for earlier ones has elapsed. Media must
    /// not be published.
    case unavailable(after: Duration, ProtectionError)
}
