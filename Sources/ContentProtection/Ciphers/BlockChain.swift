/// Whole blocks in memory and the vector of the first one.
package struct BlockChain {
    package var data: UnsafeMutableRawBufferPointer
    package var vector: InitializationVector

    package init(_ data: UnsafeMutableRawBufferPointer, _ vector: InitializationVector) {
        self.data = data
        self.vector = vector
    }
}
