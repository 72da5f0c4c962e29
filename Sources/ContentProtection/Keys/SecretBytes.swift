/// Bytes in protected memory that may be fewer than the memory has.
package struct SecretBytes: Sendable {
    package let memory: ProtectedMemory
    package let count: Int

    package init(memory: ProtectedMemory, count: Int) { (self.memory, self.count) = (memory, count) }

    /// Calls `body` with the bytes. The pointer is valid only during the call: afterwards, the memory may be released.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withExtendedLifetime(memory) { () throws(Failure) in
            try body(UnsafeRawBufferPointer(rebasing: memory.bytes[..<count]))
        }
    }
}
