/// A parser of bytes from outside, as a fuzzer calls it.
package struct FuzzTarget: Sendable {
    /// The name of its corpus's folder.
    package let name: String
    /// The longest input that finds anything which shorter ones do not, in bytes.
    package let longestInput: Int
    /// Reads an input and uses what was read; whatever the input is, it comes back.
    package let read: @Sendable (_ input: [UInt8]) -> Void

    init(_ name: String, longestInput: Int, read: @escaping @Sendable ([UInt8]) -> Void) {
        self.name = name
        self.longestInput = longestInput
        self.read = read
    }

    /// Every parser that reads what others wrote.
    package static let all: [FuzzTarget] = [
        FuzzTarget("playlist", longestInput: 8192, read: PlaylistInput.read),
        FuzzTarget("reload", longestInput: 8192, read: PlaylistInput.readReloads),
        FuzzTarget("boxes", longestInput: 16384, read: BoxInput.read),
        FuzzTarget("configuration", longestInput: 1024, read: ConfigurationInput.read),
        FuzzTarget("bitstream", longestInput: 2048, read: BitstreamInput.read),
        FuzzTarget("text", longestInput: 8192, read: TextInput.read),
        FuzzTarget("pipeline", longestInput: 8192, read: PipelineInput.read),
        FuzzTarget("journal", longestInput: 4096, read: JournalInput.read),
        FuzzTarget("predicate", longestInput: 1024, read: PredicateInput.read),
        FuzzTarget("response", longestInput: 2048, read: ResponseInput.read),
        FuzzTarget("media", longestInput: 16384, read: MediaInput.read),
        FuzzTarget("transport", longestInput: 16384, read: TransportInput.read),
        FuzzTarget("demultiplexing", longestInput: 16384, read: DemultiplexingInput.read),
        FuzzTarget("folder", longestInput: 16384, read: FolderInput.read),
        FuzzTarget("request", longestInput: 8192, read: RequestInput.read),
        FuzzTarget("frames", longestInput: 8192, read: FramesInput.read),
    ]
}

/// What a parser must not do, found by using what it read.
func demand(_ isHeld: Bool, _ promise: @autoclosure () -> String) {
    if !isHeld { fatalError("broken promise: \(promise())") }
}
