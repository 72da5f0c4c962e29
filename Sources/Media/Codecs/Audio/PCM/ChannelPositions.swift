/// The loudspeaker positions of channels in the order of the file, as `OutputChannelPosition` (ISO/IEC 23091-3 table 1).
package struct ChannelPositions: Sendable, Hashable {
    /// One code per channel: 0 left, 1 right, 2 centre, 3 low frequency, 4 and 5 left and right surround.
    package let codes: [UInt8]

    /// The maximum number of channels of a layout.
    private static let maximumCount = 64
    /// The codes of the bits of a WAVE channel mask, from the lowest bit on.
    private static let waveCodes: [UInt8] = [0, 1, 2, 3, 8, 9, 6, 7, 10, 4, 5, 25, 17, 19, 18, 20, 22, 21]
    /// The code for a position that is specified by its angles.
    private static let explicitPosition: UInt8 = 126

    /// Positions with these codes; nil without channels, with more than 64, or with a repeated position.
    package init?(_ codes: [UInt8]) {
        guard (1...Self.maximumCount).contains(codes.count), Set(codes).count == codes.count,
            !codes.contains(Self.explicitPosition)
        else { return nil }
        self.codes = codes
    }

    /// The positions of a WAVE channel mask (`dwChannelMask`); nil if it has unknown bits or not `count` positions.
    package init?(waveMask mask: UInt32, count: Int) {
        guard mask.nonzeroBitCount == count, mask >> UInt32(Self.waveCodes.count) == 0 else { return nil }
        var codes = Self.waveCodes.indices.filter { mask >> UInt32($0) & 1 == 1 }.map { Self.waveCodes[$0] }
        // Without side loudspeakers, those in the back are the surround loudspeakers.
        if mask & 0x600 == 0 { codes = codes.map { $0 == 8 || $0 == 9 ? $0 - 4 : $0 } }
        self.init(codes)
    }

    /// The usual positions of this number of channels in WAVE order: C; L R; L R C; L R C Ls Rs; L R C LFE Ls Rs; nil
    /// for other numbers.
    package init?(waveOrder count: Int) {
        let masks: [Int: UInt32] = [1: 4, 2: 3, 3: 7, 5: 0x37, 6: 0x3f, 8: 0x63f]
        guard let mask = masks[count] else { return nil }
        self.init(waveMask: mask, count: count)
    }

    /// The WAVE channel mask; nil if it cannot express the positions or their order.
    package var waveMask: UInt32? {
        var mask: UInt32 = 0
        let hasRear = codes.contains(8) || codes.contains(9)
        for code in codes {
            let isSurround = (code == 4 || code == 5) && !hasRear
            guard let bit = Self.waveCodes.firstIndex(of: isSurround ? code + 4 : code) else { return nil }
            mask |= 1 << UInt32(bit)
        }
        return ChannelPositions(waveMask: mask, count: codes.count) == self ? mask : nil
    }
}

extension ChannelPositions {
    /// The positions of a `chnl` box's content (ISO/IEC 14496-12 12.2.4) for this number of channels; nil for object
    /// audio, for positions by angle, for omitted channels, and for damaged boxes.
    package init?(channelLayout content: [UInt8], count: Int) {
        // Version, flags, structure and the defined layout; a layout of 0 is followed by the positions.
        guard content.count >= 6, content[0] == 0, content[4] == 1 else { return nil }
        if content[5] == 0 {
            guard content.count >= 6 + count else { return nil }
            self.init(Array(content[6..<6 + max(0, count)]))
        } else {
            guard content.count >= 14, content[6..<14].allSatisfy({ $0 == 0 }),
                let codes = Self.definedLayouts[content[5]], codes.count == count
            else { return nil }
            self.init(codes)
        }
    }

    /// The content of a `chnl` box of version 0 that lists the positions.
    package var channelLayout: [UInt8] { [0, 0, 0, 0, 1, 0] + codes }

    /// The layouts of `ChannelConfiguration` (ISO/IEC 23091-3 table 2).
    private static let definedLayouts: [UInt8: [UInt8]] = [
        1: [2], 2: [0, 1], 3: [2, 0, 1], 4: [2, 0, 1, 10], 5: [2, 0, 1, 4, 5], 6: [2, 0, 1, 4, 5, 3],
        7: [2, 6, 7, 0, 1, 4, 5, 3], 9: [0, 1, 10], 10: [0, 1, 4, 5], 12: [2, 0, 1, 4, 5, 8, 9, 3],
    ]
}
