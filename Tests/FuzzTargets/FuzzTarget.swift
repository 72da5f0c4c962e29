/// A parser of untrusted bytes, as called by a fuzzer.
package struct FuzzTarget: Sendable {
    /// The name of the corpus folder.
    package let name: String
    /// The maximum useful length of an input, in bytes; longer inputs find nothing more.
    package let maximumInputSize: Int
    /// Parses an input and uses the result. Must return for every input.
    package let read: @Sendable (_ input: [UInt8]) -> Void

    init(_ name: String, maximumInputSize: Int, read: @escaping @Sendable ([UInt8]) -> Void) {
        self.name = name
        self.maximumInputSize = maximumInputSize
        self.read = read
    }

    /// Every parser of untrusted data.
    package static let all: [FuzzTarget] = [
        FuzzTarget("playlist", maximumInputSize: 8192, read: PlaylistInput.read),
        FuzzTarget("reload", maximumInputSize: 8192, read: PlaylistInput.readReloads),
        FuzzTarget("boxes", maximumInputSize: 16384, read: BoxInput.read),
        FuzzTarget("configuration", maximumInputSize: 1024, read: ConfigurationInput.read),
        FuzzTarget("bitstream", maximumInputSize: 2048, read: BitstreamInput.read),
        FuzzTarget("text", maximumInputSize: 8192, read: TextInput.read),
        FuzzTarget("pipeline", maximumInputSize: 8192, read: PipelineInput.read),
        FuzzTarget("journal", maximumInputSize: 4096, read: JournalInput.read),
        FuzzTarget("job", maximumInputSize: 32768, read: JobInput.read),
        FuzzTarget("predicate", maximumInputSize: 1024, read: PredicateInput.read),
        FuzzTarget("response", maximumInputSize: 2048, read: ResponseInput.read),
        FuzzTarget("media", maximumInputSize: 16384, read: MediaInput.read),
        FuzzTarget("transport", maximumInputSize: 16384, read: TransportInput.read),
        FuzzTarget("demultiplexing", maximumInputSize: 16384, read: DemultiplexingInput.read),
        FuzzTarget("matroska", maximumInputSize: 16384, read: MatroskaInput.read),
        FuzzTarget("folder", maximumInputSize: 16384, read: FolderInput.read),
        FuzzTarget("request", maximumInputSize: 8192, read: RequestInput.read),
        FuzzTarget("admin", maximumInputSize: 8192, read: AdminInput.read),
        FuzzTarget("protection", maximumInputSize: 8192, read: ProtectionInput.read),
        FuzzTarget("inspection", maximumInputSize: 16384, read: InspectionInput.read),
        FuzzTarget("frames", maximumInputSize: 8192, read: FramesInput.read),
        FuzzTarget("movie", maximumInputSize: 16384, read: MovieInput.read),
        FuzzTarget("movie-path", maximumInputSize: 2200, read: MoviePathInput.read),
        FuzzTarget("cpix", maximumInputSize: 8192, read: KeyDocumentInput.read),
    ]
}

/// Checks an invariant of parsed data; ends the process if it is violated.
func require(_ isHeld: Bool, _ promise: @autoclosure () -> String) {
    if !isHeld { fatalError("invariant violated: \(promise())") }
}
