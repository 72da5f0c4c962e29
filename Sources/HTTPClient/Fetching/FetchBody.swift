/// What is done with a resource.
package enum FetchMethod: Sendable {
    case get
    /// Its fields are asked for, without its content.
    case head
    /// It gets this content.
    case put(any FetchBody)
    /// It goes away.
    case delete
}

/// What is sent to a server; read on the thread of the transfers, which it must not hold up.
package protocol FetchBody: AnyObject, Sendable {
    /// In bytes; nil where that is not known yet: then it is sent in chunks (RFC 9112 7.1).
    var size: Int? { get }
    /// Copies bytes from `offset` on into `buffer` and says how many: 0 at the end, nil where none are there yet.
    ///
    /// The transfer then waits for ``FetchEngine/goOn(_:)``. An offset may come again, where a request has to be sent anew.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int?
}
