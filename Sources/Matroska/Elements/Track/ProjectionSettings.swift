package import Media

/// The projection of spherical or rotated video (RFC 9559 5.1.4.1.28.41).
package struct ProjectionSettings: MasterElement {
    package static let id: ElementID = 0x7670
    package static let fields: [ElementField<Self>] = [
        .unsigned(0x7671, "ProjectionType", \.type),
        .binary(0x7672, "ProjectionPrivate", \.configuration),
        .float(0x7673, "ProjectionPoseYaw", \.yaw),
        .float(0x7674, "ProjectionPosePitch", \.pitch),
        .float(0x7675, "ProjectionPoseRoll", \.roll),
    ]

    /// 0 for rectangular, 1 for equirectangular, 2 for a cube map, 3 for a mesh.
    package var type: UInt64 = 0
    package var configuration: ByteSlice?
    // In degrees.
    package var yaw = 0.0
    package var pitch = 0.0
    package var roll = 0.0

    package init() {}
}
