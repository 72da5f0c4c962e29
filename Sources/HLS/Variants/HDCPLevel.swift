/// The required protection of the display link (RFC 8216bis 4.4.6.2).
package struct HDCPLevel: RawRepresentable, Sendable, Hashable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let none = HDCPLevel(rawValue: "NONE")
    package static let type0 = HDCPLevel(rawValue: "TYPE-0")
    package static let type1 = HDCPLevel(rawValue: "TYPE-1")
}
