/// Finds closed captions in the user data of video samples (ANSI/SCTE 128-1 8, ATSC A/53 part 4 6.2.3).
package struct ClosedCaptions: Sendable {
    private let isHEVC: Bool
    private let lengthSize: Int

    /// A reader for a format; nil for codecs without such data.
    package init?(_ format: MediaFormat) {
        guard case .codedVideo(let video) = format else { return nil }
        switch video.configuration {
        case .avc(let record): (isHEVC, lengthSize) = (false, record.nalLengthSize)
        case .hevc(let record): (isHEVC, lengthSize) = (true, record.nalLengthSize)
        default: return nil
        }
    }

    /// The number of samples to examine before the first caption data; once there are data, all samples are examined.
    private static let probedSampleCount = 32

    /// Returns the caption services in samples.
    package func services(in samples: some Sequence<Sample>) -> Set<CaptionService> {
        services(inData: samples.lazy.map(\.bytes))
    }

    /// Returns the caption services in the bytes of samples.
    package func services(inData samples: some Sequence<ByteSlice>) -> Set<CaptionService> {
        var services: Set<CaptionService> = []
        var hasData = false
        for (index, sample) in samples.enumerated() {
            if !hasData, index >= Self.probedSampleCount { break }
            if readServices(into: sample, &services) { hasData = true }
        }
        return services
    }

    /// Reads the data before the first slice of a sample. Returns whether there are caption data.
    private func readServices(into sample: ByteSlice, _ services: inout Set<CaptionService>) -> Bool {
        var hasData = false
        sample.withUnsafeBytes { buffer in
            for unit in NALUnitSequence(buffer, lengthSize: lengthSize) {
                let type = isHEVC ? unit[0] >> 1 & 0x3f : unit[0] & 0x1f
                if isHEVC ? type < 32 : (1...5).contains(type) { return }
                guard type == (isHEVC ? 39 : 6), unit.count <= 1 << 14 else { continue }
                SupplementalMessage.read(unit.dropFirst(isHEVC ? 2 : 1)) { type, content in
                    // Registered by ITU-T T.35: United States, ATSC, caption data.
                    let mark: [UInt8] = [0xb5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 0x03]
                    guard type == 4, content.starts(with: mark) else { return }
                    hasData = true
                    Self.read(content.dropFirst(mark.count), &services)
                }
            }
        }
        return hasData
    }

    /// Reads `cc_data` (CEA-708 4.4): a count, an unused byte, and three bytes per pair.
    private static func read(_ data: ArraySlice<UInt8>, _ services: inout Set<CaptionService>) {
        guard let flags = data.first, flags & 0x40 != 0 else { return }
        let pairs = Array(data.dropFirst(2).prefix(3 * Int(flags & 0x1f)))
        for index in stride(from: 0, to: pairs.count - 2, by: 3) where pairs[index] & 4 != 0 {
            let (first, second) = (pairs[index + 1], pairs[index + 2])
            switch pairs[index] & 3 {
            case 0: if let channel = channel(first, second) { services.insert(.line21(channel)) }
            case 1: if let channel = channel(first, second) { services.insert(.line21(channel + 2)) }
            // The start of a packet, followed by a service block (CEA-708 5 and 6.2).
            case 3: if (1...6).contains(second >> 5), second & 0x1f > 0 { services.insert(.digital(Int(second >> 5))) }
            default: break
            }
        }
    }

    /// Returns the channel in a field for which a caption control code is (CEA-608 8.4); nil for other codes.
    private static func channel(_ first: UInt8, _ second: UInt8) -> Int? {
        let (code, value) = (first & 0x7f, second & 0x7f)
        // Resume, roll up, erase and display, without text mode and tabs.
        guard [0x20, 0x25, 0x26, 0x27, 0x29, 0x2c, 0x2f].contains(value) else { return nil }
        switch code {
        case 0x14, 0x15: return 1
        case 0x1c, 0x1d: return 2
        default: return nil
        }
    }
}
