package import Media

/// One access unit or audio frame in the form that MP4 stores: NAL units with length prefixes, AAC without ADTS
/// headers.
package struct StreamSample: Sendable, Hashable {
    /// The decode time, in ticks of 90 kHz.
    package var decode: Int64
    package var presentation: Int64
    package var isSync: Bool
    /// The offset of the packet with the start of the sample, in bytes of the resource.
    package var offset: Int
    package var bytes: ByteSlice

    /// Creates a sample from an access unit in a byte stream with start codes.
    init(accessUnit bytes: UnsafeRawBufferPointer, at offset: Int, decode: Int64, presentation: Int64, isSync: Bool) {
        var writer = ByteWriter(capacity: bytes.count + 64)
        for unit in NALUnitScan(bytes) {
            writer.write(UInt32(unit.count))
            writer.write(contentsOf: unit)
        }
        self.bytes = ByteSlice(copying: writer.bytes)
        (self.decode, self.presentation, self.isSync, self.offset) = (decode, presentation, isSync, offset)
    }

    /// Creates a sample from an audio frame, including its header.
    init(frame: ArraySlice<UInt8>, at offset: Int, _ coding: StreamCoding, time: Int64) {
        let header = coding == .adts ? ADTSHeader.size(frame) : 0
        bytes = ByteSlice(copying: frame.dropFirst(header))
        (decode, presentation, isSync, self.offset) = (time, time, true, offset)
    }
}
