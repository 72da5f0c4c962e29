/// The order of an AV1 frame and the frames that it may refer to, by their order hints.
struct AV1ReferenceOrder {
    private let hints: [Int?]
    private let bits: Int
    private let orderHint: Int

    init(_ references: [AV1ReferenceFrame?], _ sequence: AV1SequenceHeader, orderHint: Int) {
        hints = references.map { $0?.orderHint }
        bits = sequence.frames.orderHintBits
        self.orderHint = orderHint
    }

    /// get_relative_dist (AV1 specification 5.9.3).
    private func distance(_ left: Int, _ right: Int) -> Int {
        guard bits > 0 else { return 0 }
        let difference = left - right
        let sign = 1 << (bits - 1)
        return (difference & (sign - 1)) - (difference & sign)
    }

    /// Whether a frame may use two references whose frames are nearest to it (AV1 specification 5.9.22).
    func allowsSkipMode(_ slots: [Int]) -> Bool {
        let known = slots.compactMap { hints[$0] }
        let past = known.filter { distance($0, orderHint) < 0 }
        guard let nearest = past.max(by: { distance($0, $1) < 0 }) else { return false }
        if known.contains(where: { distance($0, orderHint) > 0 }) { return true }
        return known.contains { distance($0, nearest) < 0 }
    }

    /// set_frame_refs: the slots of seven references from the slots of two (AV1 specification 7.8).
    func slots(last: Int, golden: Int) -> [Int] {
        var slots = [Int?](repeating: nil, count: 7)
        (slots[0], slots[3]) = (last, golden)
        var isUsed = [Bool](repeating: false, count: 8)
        (isUsed[last], isUsed[golden]) = (true, true)
        let middle = 1 << max(bits - 1, 0)
        let shifted = hints.map { middle + distance($0 ?? 0, orderHint) }

        /// The unused slot with the best hint; of equal hints, the last if `prefersLast`.
        func find(_ isCandidate: (Int) -> Bool, isBetter: (Int, Int) -> Bool, prefersLast: Bool) -> Int? {
            var found: Int?
            for slot in 0..<8 where !isUsed[slot] && isCandidate(shifted[slot]) {
                guard let best = found else {
                    found = slot
                    continue
                }
                if isBetter(shifted[slot], shifted[best]) || (prefersLast && shifted[slot] == shifted[best]) {
                    found = slot
                }
            }
            return found
        }
        func assign(_ index: Int, _ slot: Int?) {
            guard let slot else { return }
            slots[index] = slot
            isUsed[slot] = true
        }
        // ALTREF_FRAME, BWDREF_FRAME and ALTREF2_FRAME.
        assign(6, find({ $0 >= middle }, isBetter: >, prefersLast: true))
        assign(4, find({ $0 >= middle }, isBetter: <, prefersLast: false))
        assign(5, find({ $0 >= middle }, isBetter: <, prefersLast: false))
        // LAST2_FRAME, LAST3_FRAME, BWDREF_FRAME, ALTREF2_FRAME and ALTREF_FRAME.
        for index in [1, 2, 4, 5, 6] where slots[index] == nil {
            assign(index, find({ $0 < middle }, isBetter: >, prefersLast: true))
        }
        var earliest = 0
        for slot in 1..<8 where shifted[slot] < shifted[earliest] { earliest = slot }
        return slots.map { $0 ?? earliest }
    }
}
