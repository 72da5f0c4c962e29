/// The HEVC random access points at which segments may start.
package enum RandomAccess: String, Sendable, Hashable, CaseIterable {
    /// Pictures after which no picture refers to earlier ones: SAP types 1 and 2, including CRA pictures without RASL
    /// pictures.
    case instantaneous = "idr"
    /// All random access points, including SAP type 3, whose leading pictures refer to earlier pictures.
    case clean = "cra"
}
