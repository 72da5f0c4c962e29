/// A request body; read on the transfer thread, which it must not block.
package protocol FetchBody: AnyObject, Sendable {
    /// The size in bytes; nil if unknown: the body is then sent in chunks (RFC 9112 7.1).
    var size: Int? { get }
    /// Copies bytes from `offset` into `buffer` and returns their number: 0 at the end, nil if none are available yet.
    ///
    /// After nil, the transfer waits for ``FetchEngine/resume(_:)``. An offset may be read again if the request is
    /// repeated.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int?
}
