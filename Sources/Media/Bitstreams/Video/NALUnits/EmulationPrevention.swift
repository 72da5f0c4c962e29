/// The bytes that prevent start codes inside NAL units (ITU-T H.264 7.4.1).
package enum EmulationPrevention {
    /// Returns the raw payload of a NAL unit, without every 3 that follows two zeros.
    package static func remove(from unit: some Collection<UInt8>) -> [UInt8] {
        var payload: [UInt8] = []
        payload.reserveCapacity(unit.count)
        var zeros = 0
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            payload.append(byte)
        }
        return payload
    }

    /// Returns the payload with a 3 after every two zeros that a byte up to 3 follows.
    package static func insert(into payload: some Collection<UInt8>) -> [UInt8] {
        var unit: [UInt8] = []
        unit.reserveCapacity(payload.count + 8)
        var zeros = 0
        for byte in payload {
            if zeros >= 2, byte <= 3 {
                unit.append(3)
                zeros = 0
            }
            zeros = byte == 0 ? zeros + 1 : 0
            unit.append(byte)
        }
        return unit
    }
}
