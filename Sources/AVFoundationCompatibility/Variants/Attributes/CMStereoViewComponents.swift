/// The eyes for which video has a view.
public struct CMStereoViewComponents: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static let leftEye = CMStereoViewComponents(rawValue: 1 << 0)
    public static let rightEye = CMStereoViewComponents(rawValue: 1 << 1)
}
