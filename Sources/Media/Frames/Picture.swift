/// The pixels of a frame where they are, to be read; it lives no longer than the call that lends it.
public struct Picture: ~Copyable {
    public let format: RawVideoFormat
    public let planes: [PlaneLayout]
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer, format: RawVideoFormat, planes: [PlaneLayout]) {
        self.bytes = bytes
        self.format = format
        self.planes = planes
    }

    /// The byte of a plane at a row and a place in it; all have to lie inside.
    public subscript(plane: Int, row: Int, byte: Int) -> UInt8 { bytes[planes[plane].place(row, byte)] }

    /// Lends the pixels of a row.
    public func withRow<Result, Failure: Error>(
        _ row: Int, ofPlane plane: Int = 0, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let layout = planes[plane]
        let start = layout.place(row, 0)
        let pixels = UnsafeRawBufferPointer(rebasing: bytes[start..<start + layout.rowLength])
        return try body(Span(_unsafeElements: pixels.assumingMemoryBound(to: UInt8.self)))
    }
}

/// The pixels of a frame where they are, to be read and written; it lives no longer than the call that lends it.
public struct MutablePicture: ~Copyable {
    public let format: RawVideoFormat
    public let planes: [PlaneLayout]
    private let bytes: UnsafeMutableRawBufferPointer

    init(_ bytes: UnsafeMutableRawBufferPointer, format: RawVideoFormat, planes: [PlaneLayout]) {
        self.bytes = bytes
        self.format = format
        self.planes = planes
    }

    /// The byte of a plane at a row and a place in it; all have to lie inside.
    public subscript(plane: Int, row: Int, byte: Int) -> UInt8 {
        get { bytes[planes[plane].place(row, byte)] }
        set { bytes[planes[plane].place(row, byte)] = newValue }
    }

    /// Lends the pixels of a row.
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
    /// Where a byte of the plane lies in the picture.
    fileprivate func place(_ row: Int, _ byte: Int) -> Int {
        precondition(row >= 0 && row < rowCount && byte >= 0 && byte < rowLength, "a pixel lies inside its plane")
        return offset + row * stride + byte
    }
}
