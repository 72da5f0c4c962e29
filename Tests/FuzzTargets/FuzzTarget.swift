/// A parser of untrusted bytes, as called by a fuzzer.
package struct FuzzTarget: Sendable {
    /// The name of the corpus folder.
    package let name: String
    /// The maximum useful length of an input, in bytes; longer inputs find nothing more.
    package let longestInput: Int
    /// Parses an input and uses the result. Must return for every input.
    package let read: @Sendable (_ input: [UInt8]) -> Void

    init(_ name: String, longestInput: Int, read: @escaping @Sendable ([UInt8]) -> Void) {
        self.name = name
        self.longestInput = longestInput
        self.read = read
    }

    /// Every parser of untrusted data.
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

/// Checks an invariant of parsed data; ends the process if it is violated.
func demand(_ isHeld: Bool, _ promise: @autoclosure () -> String) {
    if !isHeld { fatalError("invariant violated: \(promise())") }
}
