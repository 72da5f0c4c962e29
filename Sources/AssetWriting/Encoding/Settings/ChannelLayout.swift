/// The loudspeaker position of each channel in the file, in the order that the codec defines.
///
/// Frames carry their channels in WAVE order: L R C LFE Ls Rs, without the positions that are absent.
public struct ChannelLayout: Sendable, Hashable {
    /// Abbreviated position names in channel order, such as `L`, `R`, `C`, `LFE`, `Ls`, `Rs`.
    public var positions: [String]

    /// A layout with these positions.
    public init(positions: [String]) { self.positions = positions }

    public static let mono = ChannelLayout(positions: ["C"])
    public static let stereo = ChannelLayout(positions: ["L", "R"])
    /// Five channels and a low-frequency channel (5.1), in MPEG-4 order.
    public static let surround51 = ChannelLayout(positions: ["C", "L", "R", "Ls", "Rs", "LFE"])
}
