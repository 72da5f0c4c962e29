/// A consumer of response bytes; called on the transfer thread, which it must not block.
package protocol FetchSink: AnyObject, Sendable {
    /// Receives the header of the final, successful response.
    func begin(_ head: ResponseHead) throws(TransferError)
    /// Receives the next bytes of the body.
    func write(_ bytes: UnsafeRawBufferPointer) throws(TransferError)
}
