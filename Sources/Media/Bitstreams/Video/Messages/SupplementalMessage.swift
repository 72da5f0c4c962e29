/// Reader of messages in a unit of supplemental enhancement information.
package enum SupplementalMessage {
    /// Calls `body` with the type and the content of each message in a unit without its header (ITU-T H.265 7.3.5 and
    /// H.264 7.3.2.3.1). Types and sizes are sums of bytes up to and including the first one below 255.
    package static func read(_ unit: some Collection<UInt8>, _ body: (Int, ArraySlice<UInt8>) -> Void) {
        let bytes = EmulationPrevention.remove(from: unit)
        var offset = 0
        func number() -> Int? {
            var value = 0
            while offset < bytes.count {
                let byte = bytes[offset]
                offset += 1
                value += Int(byte)
                if byte != 255 { return value }
            }
            return nil
        }
        // The trailing bits take at least one byte.
        while bytes.count - offset > 2, let type = number(), let size = number(), size <= bytes.count - offset {
            body(type, bytes[offset..<offset + size])
            offset += size
        }
    }
}
