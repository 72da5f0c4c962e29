/// A rotation or reflection by which video is presented, by its name in GStreamer.
enum VideoTurn: String {
    case quarterClockwise = "90r"
    case half = "180"
    case quarterCounterclockwise = "90l"
    case horizontally = "horiz"
    case vertically = "vert"
    case alongMainDiagonal = "ul-lr"
    case alongOtherDiagonal = "ur-ll"

    /// The rotation of the matrix in a `tkhd` box (ISO/IEC 14496-12 8.3.2); nil if it does not change pictures, or by
    /// another angle than multiples of 90°.
    init?(_ matrix: [Int32]?) {
        guard let matrix, matrix.count == 9 else { return nil }
        switch (matrix[0].signum(), matrix[1].signum(), matrix[3].signum(), matrix[4].signum()) {
        case (0, 1, -1, 0): self = .quarterClockwise
        case (-1, 0, 0, -1): self = .half
        case (0, -1, 1, 0): self = .quarterCounterclockwise
        case (-1, 0, 0, 1): self = .horizontally
        case (1, 0, 0, -1): self = .vertically
        case (0, 1, 1, 0): self = .alongMainDiagonal
        case (0, -1, -1, 0): self = .alongOtherDiagonal
        default: return nil
        }
    }
}
