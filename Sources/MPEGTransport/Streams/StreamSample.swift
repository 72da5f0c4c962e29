package import Media

/// One picture or frame of sound as MP4 stores it: units behind their lengths, sound without the headers of ADTS.
package struct StreamSample: Sendable, Hashable {
    /// When it is decoded and presented, in ticks of 90 kHz.
    package var decode: Int64
    package var presentation: Int64
    package var isSync: Bool
    /// Where the packet begins that it begins in, in bytes of the resource.
    package var offset: Int
    package var bytes: ByteSlice

    /// A picture of a byte stream with start codes.
    init(accessUnit bytes: UnsafeRawBufferPointer, at offset: Int, decode: Int64, presentation: Int64, isSync: Bool) {
        var writer = ByteWriter(capacity: bytes.count + 64)
        for unit in NALUnitScan(bytes) {
            writer.write(UInt32(unit.count))
            writer.write(contentsOf: unit)
        }
        self.bytes = ByteSlice(copying: writer.bytes)
        (self.decode, self.presentation, self.isSync, self.offset) = (decode, presentation, isSync, offset)
    }

    /// A frame of sound, header included.
    init(frame: ArraySlice<UInt8>, at offset: Int, _ coding: StreamCoding, time: Int64) {
        let header = coding == .adts ? ADTSHeader.size(frame) : 0
        bytes = ByteSlice(copying: frame.dropFirst(header))
        (decode, presentation, isSync, self.offset) = (time, time, true, offset)
    }
}
