/// Read-only access to the pixels of a video frame in place. Valid only during the call that passes it.
public struct VideoPixels: ~Copyable {
    public let format: RawVideoFormat
    public let planes: [PlaneLayout]
    private let bytes: UnsafeRawBufferPointer
    private let fault: FrameAccessFault

    init(
        _ bytes: UnsafeRawBufferPointer, format: RawVideoFormat, planes: [PlaneLayout],
        _ place: UnsafeMutablePointer<FrameAccessError?>
    ) {
        self.bytes = bytes
        self.format = format
        self.planes = planes
        fault = FrameAccessFault(recordingIn: place)
    }

    /// The byte at offset `byte` of a row of a plane. Outside the plane it is 0, and the call that passed the pixels
    /// throws ``FrameAccessError`` at its end.
    public subscript(plane: Int, row: Int, byte: Int) -> UInt8 {
        planes.place(plane, row, byte, fault).map { bytes[$0] } ?? 0
    }

    /// Calls `body` with the bytes of a row, whose indices are in 0..<`rowLength` of the plane.
    ///
    /// A row outside the plane has zeros, and the call that passed the pixels throws ``FrameAccessError`` at its end.
    public func withRow<Result, Failure: Error>(
        _ row: Int, ofPlane plane: Int = 0, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let start = planes.place(plane, row, nil, fault) else {
            return try body([UInt8](repeating: 0, count: planes.rowLength(plane)).span)
        }
        let pixels = UnsafeRawBufferPointer(rebasing: bytes[start..<start + planes[plane].rowLength])
        return try body(Span(_unsafeElements: pixels.assumingMemoryBound(to: UInt8.self)))
    }
}

/// Read and write access to the pixels of a video frame in place. Valid only during the call that passes it.
public struct MutableVideoPixels: ~Copyable {
    public let format: RawVideoFormat
    public let planes: [PlaneLayout]
    private let bytes: UnsafeMutableRawBufferPointer
    private let fault: FrameAccessFault

    init(
        _ bytes: UnsafeMutableRawBufferPointer, format: RawVideoFormat, planes: [PlaneLayout],
        _ place: UnsafeMutablePointer<FrameAccessError?>
    ) {
        self.bytes = bytes
        self.format = format
        self.planes = planes
        fault = FrameAccessFault(recordingIn: place)
    }

    /// The byte at offset `byte` of a row of a plane. Outside the plane it is 0 and ignores new values, and the call
    /// that passed the pixels throws ``FrameAccessError`` at its end.
    public subscript(plane: Int, row: Int, byte: Int) -> UInt8 {
        get { planes.place(plane, row, byte, fault).map { bytes[$0] } ?? 0 }
        set { if let place = planes.place(plane, row, byte, fault) { bytes[place] = newValue } }
    }

    /// Calls `body` with the bytes of a row, whose indices are in 0..<`rowLength` of the plane.
    ///
    /// A row outside the plane has zeros and is not written, and the call that passed the pixels throws
    /// ``FrameAccessError`` at its end.
    public mutating func withRow<Result, Failure: Error>(
        _ row: Int, ofPlane plane: Int = 0, _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let start = planes.place(plane, row, nil, fault) else {
            var outside = [UInt8](repeating: 0, count: planes.rowLength(plane))
            var span = outside.mutableSpan
            return try body(&span)
        }
        let pixels = UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + planes[plane].rowLength])
        var span = MutableSpan(_unsafeElements: pixels.assumingMemoryBound(to: UInt8.self))
        return try body(&span)
    }
}

extension [PlaneLayout] {
    /// The offset in the frame of a byte of a row, or of the row; nil outside the plane, which is recorded.
    fileprivate func place(_ plane: Int, _ row: Int, _ byte: Int?, _ fault: FrameAccessFault) -> Int? {
        guard indices.contains(plane) else {
            fault.record("there is no plane \(plane); the frame has \(count), counted from 0")
            return nil
        }
        let layout = self[plane]
        guard row >= 0, row < layout.rowCount else {
            fault.record("row \(row) is outside plane \(plane), which has \(layout.rowCount), counted from 0")
            return nil
        }
        let byte = byte ?? 0
        guard byte >= 0, byte < layout.rowLength else {
            fault.record("byte \(byte) is outside the rows of plane \(plane), which have \(layout.rowLength) bytes")
            return nil
        }
        return layout.offset + row * layout.stride + byte
    }

    /// The length of the rows of a plane, or of the first one if there is no such plane.
    fileprivate func rowLength(_ plane: Int) -> Int {
        (indices.contains(plane) ? self[plane] : first)?.rowLength ?? 0
    }
}
