/// The place of a packet of compressed audio in a buffer.
public struct AudioStreamPacketDescription: Sendable, Hashable {
    public var mStartOffset: Int64
    /// The number of sample frames if it varies; otherwise 0.
    public var mVariableFramesInPacket: UInt32
    public var mDataByteSize: UInt32

    /// A packet at an offset, in bytes.
    public init(mStartOffset: Int64 = 0, mVariableFramesInPacket: UInt32 = 0, mDataByteSize: UInt32 = 0) {
        self.mStartOffset = mStartOffset
        self.mVariableFramesInPacket = mVariableFramesInPacket
        self.mDataByteSize = mDataByteSize
    }
}
