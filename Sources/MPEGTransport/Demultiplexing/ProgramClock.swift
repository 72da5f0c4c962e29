/// Maps the 33-bit times of one program to a continuous timeline, without wraps and without gaps at time base changes.
struct ProgramClock {
    /// The position of one track on the timeline.
    struct Position {
        /// The last decode time of the stream, extended beyond 33 bits.
        fileprivate var last: Int64?
        /// The offset added to the stream's times.
        fileprivate var offset: Int64 = 0
        /// The number of the time base of the last time.
        fileprivate var base = 0

        /// Returns whether no time base change lies between two positions.
        func isOnSameLine(as other: Position) -> Bool { offset == other.offset }
    }

    /// The maximum step forward, in ticks; a longer one is a new time base and not a gap.
    private static let maximumStep: Int64 = 10 * 90_000
    /// The maximum step forward after the multiplex has announced a new time base.
    private static let maximumAnnouncedStep: Int64 = 90_000
    /// The maximum step back; a longer one is a new time base and not reordering.
    private static let maximumStepBack: Int64 = 45_000

    private var last: Int64?
    private var offset: Int64 = 0
    private var announcedBase = 0
    private var reference: Int64?
    /// The number of time base changes.
    private(set) var jumpCount = 0

    init() {}

    /// Records that the multiplex announces a new time base.
    mutating func announceBase() {
        announcedBase += 1
        reference = nil
    }

    /// Compares a clock reference, in ticks of 90 kHz, with the preceding one.
    mutating func observe(reference stored: Int64) {
        if let reference {
            let step = Timestamp.unwrap(stored, near: reference) - reference
            if step < 0 || step > Self.maximumStep { announcedBase += 1 }
        }
        reference = stored
    }

    /// Returns the position of a decode time of 33 bits. `end` is the presentation end of the program so far.
    mutating func place(_ stored: Int64, _ position: inout Position, end: Int64) -> Int64 {
        let limit = position.base == announcedBase ? Self.maximumStep : Self.maximumAnnouncedStep
        position.base = announcedBase
        guard let near = position.last ?? last else { return begin(stored, &position, at: stored) }
        let own = Timestamp.unwrap(stored, near: near)
        if let last = position.last {
            if own - last >= -Self.maximumStepBack, own - last <= limit { return advance(own, &position) }
            // Other tracks may be past the gap, or on the new time base already.
            let shared = Timestamp.unwrap(stored, near: self.last ?? last)
            let ends = last &+ position.offset
            if abs(shared - (self.last ?? last)) <= limit, shared &+ offset >= ends - Self.maximumStepBack {
                position.offset = offset
                return advance(shared, &position)
            }
            jumpCount += 1
            return begin(own, &position, at: end)
        }
        position.offset = offset
        return advance(own, &position)
    }

    /// Returns the position of the presentation time that belongs to the last decode time.
    func place(presentation stored: Int64, _ position: Position) -> Int64 {
        Timestamp.unwrap(stored, near: position.last ?? stored) &+ position.offset
    }

    private mutating func begin(_ time: Int64, _ position: inout Position, at place: Int64) -> Int64 {
        offset = place &- time
        position.offset = offset
        return advance(time, &position)
    }

    private mutating func advance(_ time: Int64, _ position: inout Position) -> Int64 {
        position.last = time
        if position.offset == offset { last = time }
        return time &+ position.offset
    }
}
