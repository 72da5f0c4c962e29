import Media

/// A link with its payload type erased.
protocol AnyLink: AnyObject, Sendable {
    /// The run-wide number of the stage that reads from the link.
    var consumer: Int { get }
    /// The run-wide numbers of the stages that feed the link.
    var producers: [Int] { get }
    /// Suspends while an input is full.
    func waitForSpace(_ input: Int) async throws
    /// Whether a track of an input is full.
    func isFull(_ input: Int, _ track: Track.ID?) -> Bool
    /// Blocks the calling thread while a track of an input is full, or until `isClosed` returns true.
    func blockForSpace(_ input: Int, _ track: Track.ID?, unless isClosed: @escaping @Sendable () -> Bool)
    /// Evaluates the conditions of all waiting threads and tasks again.
    func wakeWaiters()
    /// Ends an input.
    func end(_ input: Int, failed: Bool)
    /// Discards queued and later messages, because the consumer has ended.
    func abandon()
    /// Aborts the link and wakes all waiting tasks.
    func abort()
    /// Whether the consumer has ended, so that messages are discarded.
    var isAbandoned: Bool { get }
    var status: LinkReading { get }
    /// The receivers of the consumer's upstream requests.
    var requests: RequestRouter { get }
}
