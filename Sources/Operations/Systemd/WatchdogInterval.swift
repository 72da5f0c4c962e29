/// The interval of watchdog messages that a service manager requests.
package enum WatchdogInterval {
    /// Returns half of `WATCHDOG_USEC`; nil if there is no watchdog, or `WATCHDOG_PID` is another process.
    package static func interval(processID: Int32, environment: [String: String]) -> Duration? {
        if let process = environment["WATCHDOG_PID"], Int32(process) != processID { return nil }
        guard let microseconds = environment["WATCHDOG_USEC"].flatMap({ Int64($0) }), microseconds > 0 else {
            return nil
        }
        return .microseconds(max(1000, microseconds / 2))
    }
}
