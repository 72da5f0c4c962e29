/// Read-only access to the pixels of a video frame in place. Valid only during the call that passes it.
public struct VideoPixels: ~Copyable {
    public let format: RawVideoFormat
    public let planes: [PlaneLayout]
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer, format: RawVideoFormat, planes: [PlaneLayout]) {
        self.bytes = bytes
        self.format = format
        self.planes = planes
    }

    /// The byte at offset `byte` of a row of a plane. All indices must be in range.
    public subscript(plane: Int, row: Int, byte: Int) -> UInt8 { bytes[planes[plane].place(row, byte)] }

    /// Calls `body` with the bytes of a row.
    public func withRow<Result, Failure: Error>(
        _ row: Int, ofPlane plane: Int = 0, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let layout = planes[plane]
        let start = layout.place(row, 0)
        let pixels = UnsafeRawBufferPointer(rebasing: bytes[start..<start + layout.rowLength])
        return try body(Span(_unsafeElements: pixels.assumingMemoryBound(to: UInt8.self)))
    }
}

/// Read and write access to the pixels of a video frame in place. Valid only during the call that passes it.
public struct MutableVideoPixels: ~Copyable {
    public let format: RawVideoFormat
    public let planes: [PlaneLayout]
    private let bytes: UnsafeMutableRawBufferPointer

    init(_ bytes: UnsafeMutableRawBufferPointer, format: RawVideoFormat, planes: [PlaneLayout]) {
        self.bytes = bytes
        self.format = format
        self.planes = planes
    }

    /// The byte at offset `byte` of a row of a plane. All indices must be in range.
    public subscript(plane: Int, row: Int, byte: Int) -> UInt8 {
        get { bytes[planes[plane].place(row, byte)] }
        set { bytes[planes[plane].place(row, byte)] = newValue }
    }

    /// Calls `body` with the bytes of a row.
    public mutating func withRow<Result, Failure: Error>(
        _ row: Int, ofPlane plane: Int = 0, _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let layout = planes[plane]
        let start = layout.place(row, 0)
        let pixels = UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + layout.rowLength])
        var span = MutableSpan(_unsafeElements: pixels.assumingMemoryBound(to: UInt8.self))
        return try body(&span)
    }
}

extension PlaneLayout {
    /// The offset in the frame of a byte of the plane.
    fileprivate func place(_ row: Int, _ byte: Int) -> Int {
        precondition(row >= 0 && row < rowCount && byte >= 0 && byte < rowLength, "a pixel lies inside its plane")
        return offset + row * stride + byte
    }
}
