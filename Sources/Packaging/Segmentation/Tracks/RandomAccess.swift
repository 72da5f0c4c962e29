/// The random access points at which segments of HEVC and H.264 may start.
package enum RandomAccess: String, Sendable, Hashable, CaseIterable {
    /// Pictures after which no picture refers to earlier ones: SAP types 1 and 2, including CRA pictures without RASL
    /// pictures.
    case instantaneous = "idr"
    /// All random access points of HEVC, including SAP type 3, whose leading pictures refer to earlier pictures.
    case clean = "cra"
    /// These, and the recovery points of H.264: open GOPs, and gradual refreshes where the profile allows SAP type 4.
    case recovery
}
