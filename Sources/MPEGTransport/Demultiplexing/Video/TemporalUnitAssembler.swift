import Media

/// Divides AV1 video without a container into temporal units, in the form of samples: without temporal delimiters, and
/// with the size of each unit (AV1-ISOBMFF 2.4).
struct TemporalUnitAssembler {
    /// The maximum size of a temporal unit; larger ones are damage.
    private static let sizeLimit = 64 << 20

    /// The result of an attempt to read a unit.
    private enum Step {
        case read(to: Int)
        /// The unit is incomplete.
        case wait
        case damaged
    }

    private let framing: AV1Framing
    private var bytes: [UInt8] = []
    /// The units of the current temporal unit.
    private var current: [UInt8] = []
    /// Whether the bytes up to the next temporal delimiter are skipped.
    private var seeksStart = false
    /// The number of bytes that belong to no complete temporal unit.
    private(set) var skippedBytes = 0

    init(_ framing: AV1Framing) { self.framing = framing }

    /// Appends bytes and emits the temporal units that are complete.
    mutating func append(_ payload: UnsafeRawBufferPointer, _ emit: (ByteSlice) -> Void) {
        bytes.append(contentsOf: payload)
        scan(emit)
    }

    /// Emits the last temporal unit at the end of the stream.
    mutating func finish(_ emit: (ByteSlice) -> Void) {
        skippedBytes += bytes.count
        // A cut unit belongs to the current temporal unit, unless it is the delimiter of the next one.
        if let header = bytes.first, header != AV1Framing.start[0] { discardCurrent() }
        bytes = []
        flush(emit)
    }

    private mutating func scan(_ emit: (ByteSlice) -> Void) {
        // The steps change this value, so that they must not read the array from it.
        let bytes = self.bytes
        self.bytes = []
        let consumed = bytes.withUnsafeBytes { buffer in
            var position = 0
            while position < buffer.count {
                guard let next = step(buffer, position, emit) else { break }
                position = next
            }
            return position
        }
        self.bytes = Array(bytes[consumed...])
    }

    /// Returns the position after the next unit; nil if it is incomplete.
    private mutating func step(
        _ buffer: UnsafeRawBufferPointer, _ position: Int, _ emit: (ByteSlice) -> Void
    ) -> Int? {
        if seeksStart { return seek(buffer, position) }
        let result =
            switch framing {
            case .sizes: readUnit(buffer, position, emit)
            case .lengths: readTemporalUnit(buffer, position, emit)
            }
        switch result {
        case .read(let next): return next
        case .wait: return nil
        case .damaged:
            discardCurrent()
            seeksStart = true
            return seek(buffer, position)
        }
    }

    /// Discards the units of the current temporal unit, which is incomplete.
    private mutating func discardCurrent() {
        // With lengths, they are among the bytes that are left.
        if case .sizes = framing { skippedBytes += current.count }
        current.removeAll(keepingCapacity: true)
    }

    /// Skips bytes up to the next temporal unit with a sequence header. Lengths have no mark to search for.
    private mutating func seek(_ buffer: UnsafeRawBufferPointer, _ position: Int) -> Int? {
        var next = buffer.count
        let start = AV1Framing.start
        if case .sizes = framing {
            next = max(position, buffer.count - start.count + 1)
            for index in position..<next where buffer[index...].starts(with: start) {
                next = index
                seeksStart = false
                break
            }
        }
        skippedBytes += next - position
        return next > position || !seeksStart ? next : nil
    }

    private mutating func readUnit(
        _ buffer: UnsafeRawBufferPointer, _ position: Int, _ emit: (ByteSlice) -> Void
    ) -> Step {
        let header = buffer[position]
        // The forbidden bit, and the size that every unit has.
        guard header & 0x82 == 2 else { return .damaged }
        var start = position + (header & 4 != 0 ? 2 : 1)
        guard let size = AV1UnitSequence.leb128(buffer, at: &start) else {
            return buffer.count - position > 10 ? .damaged : .wait
        }
        guard size + current.count <= Self.sizeLimit else { return .damaged }
        guard start + size <= buffer.count else { return .wait }
        guard let unit = AV1Framing.unit(buffer, in: position..<start + size) else { return .damaged }
        add(unit, buffer, emit)
        return .read(to: start + size)
    }

    private mutating func readTemporalUnit(
        _ buffer: UnsafeRawBufferPointer, _ position: Int, _ emit: (ByteSlice) -> Void
    ) -> Step {
        var offset = position
        guard let size = AV1UnitSequence.leb128(buffer, at: &offset) else {
            return buffer.count - position > 8 ? .damaged : .wait
        }
        guard size <= Self.sizeLimit else { return .damaged }
        let end = offset + size
        guard end <= buffer.count else { return .wait }
        while offset < end {
            guard let frame = AV1UnitSequence.leb128(buffer, at: &offset), offset + frame <= end else {
                return .damaged
            }
            let frameEnd = offset + frame
            while offset < frameEnd {
                guard let length = AV1UnitSequence.leb128(buffer, at: &offset), length > 0, offset + length <= frameEnd,
                    let unit = AV1Framing.unit(buffer, in: offset..<offset + length)
                else { return .damaged }
                add(unit, buffer, emit)
                offset += length
            }
        }
        flush(emit)
        return .read(to: end)
    }

    /// Adds a unit to the current temporal unit. Temporal delimiters start the next one; tile lists and padding are no
    /// part of samples.
    private mutating func add(
        _ unit: AV1UnitSequence.Unit, _ buffer: UnsafeRawBufferPointer, _ emit: (ByteSlice) -> Void
    ) {
        switch unit.type {
        case 2: flush(emit)
        case 8, 15: break
        default: AV1UnitSequence.append(unit, of: buffer, to: &current)
        }
    }

    private mutating func flush(_ emit: (ByteSlice) -> Void) {
        guard !current.isEmpty else { return }
        emit(ByteSlice(copying: current))
        current.removeAll(keepingCapacity: true)
    }
}
