package import ContentProtection

/// A change in the availability of keys, for logs and alarms.
package enum KeyLoadEvent: Sendable, Hashable {
    /// The keys of a period have arrived, after a number of failed requests.
    case loaded(period: Int, failures: Int)
    /// The keys of a period have arrived, and they equal the keys of the period before it.
    case repeated(period: Int)
    /// A request for the keys of a period has failed; it is repeated after a delay.
    case failed(period: Int, failures: Int, ProtectionError, retryAfter: Duration)
}
