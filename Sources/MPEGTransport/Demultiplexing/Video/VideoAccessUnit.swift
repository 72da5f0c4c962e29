import Media

/// One access unit of a video elementary stream.
struct VideoAccessUnit {
    var time: PacketTime?
    var isInstantRefresh = false
    var hasRecoveryPoint = false
    /// Whether no other picture refers to it.
    var isDisposable = false
    /// Whether it contains a slice.
    var hasSlice = false
    /// Parameter sets with their NAL unit types, without trailing zeros.
    var parameterSets: [(type: UInt8, unit: [UInt8])] = []
    /// NAL units, each after its length in four bytes.
    var bytes: ByteSlice
}
