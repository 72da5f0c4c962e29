/// A layout for displaying video, such as `CH-STEREO/PROJ-HEQU` (REQ-VIDEO-LAYOUT, RFC 8216bis 4.4.6.2).
public struct VideoLayout: Sendable, Hashable, CustomStringConvertible {
    /// One property; unknown keywords are kept.
    public struct Specifier: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// One view.
        public static let mono = Specifier(rawValue: "CH-MONO")
        /// A view for each eye.
        public static let stereo = Specifier(rawValue: "CH-STEREO")
        /// Projected onto a flat rectangle.
        public static let rectilinear = Specifier(rawValue: "PROJ-RECT")
        /// Equirectangular, 360 degrees.
        public static let equirectangular = Specifier(rawValue: "PROJ-EQUI")
        /// Equirectangular, 180 degrees.
        public static let halfEquirectangular = Specifier(rawValue: "PROJ-HEQU")
        /// Projected according to the lens parameters.
        public static let parametric = Specifier(rawValue: "PROJ-PRIM")
        /// Apple Immersive Video.
        public static let immersive = Specifier(rawValue: "PROJ-AIV")
    }

    public var specifiers: [Specifier]

    public init(specifiers: [Specifier]) { self.specifiers = specifiers }

    public var isStereo: Bool { specifiers.contains(.stereo) }

    public var description: String { specifiers.map(\.rawValue).joined(separator: "/") }

    /// Parses one list element.
    init(_ text: String) {
        specifiers = text.split(separator: "/", omittingEmptySubsequences: false).map {
            Specifier(rawValue: String($0))
        }
    }
}
