/// Places the 33-bit times of one program on one line: wraps go on, and jumps of the time base leave no gap.
struct ProgramClock {
    /// One track's place on the line.
    struct Position {
        /// The last decode time as the stream counts, beyond 33 bits.
        fileprivate var last: Int64?
        /// Added to the stream's times.
        fileprivate var offset: Int64 = 0
        /// Which time base the last time was of.
        fileprivate var base = 0

        /// Whether no change of the time base lies between them.
        func isOnSameLine(as other: Position) -> Bool { offset == other.offset }
    }

    /// A longer step forward, in ticks, is a new time base and no pause.
    private static let maximumStep: Int64 = 10 * 90_000
    /// Where the multiplex announces another time base, a shorter step already is one.
    private static let maximumAnnouncedStep: Int64 = 90_000
    /// A longer step back is a new time base and no disorder.
    private static let maximumStepBack: Int64 = 45_000

    private var last: Int64?
    private var offset: Int64 = 0
    private var announcedBase = 0
    private var reference: Int64?
    /// How often the time base changed.
    private(set) var jumpCount = 0

    init() {}

    /// The multiplex says that another time base begins.
    mutating func announceBase() {
        announcedBase += 1
        reference = nil
    }

    /// Compares a clock reference, in ticks of 90 kHz, with the one before.
    mutating func observe(reference stored: Int64) {
        if let reference {
            let step = Timestamp.unwrap(stored, near: reference) - reference
            if step < 0 || step > Self.maximumStep { announcedBase += 1 }
        }
        reference = stored
    }

    /// The place of a decode time of 33 bits; `end` is where the program's media end that were placed so far.
    mutating func place(_ stored: Int64, _ position: inout Position, end: Int64) -> Int64 {
        let limit = position.base == announcedBase ? Self.maximumStep : Self.maximumAnnouncedStep
        position.base = announcedBase
        guard let near = position.last ?? last else { return begin(stored, &position, at: stored) }
        let own = Timestamp.unwrap(stored, near: near)
        if let last = position.last {
            if own - last >= -Self.maximumStepBack, own - last <= limit { return advance(own, &position) }
            // Others may be beyond the pause, or on the new time base already.
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

    /// The place of a presentation time that belongs to the decode time placed last.
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
