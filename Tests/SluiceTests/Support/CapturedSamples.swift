import Media
import Sluice
import Synchronization

/// A sink that keeps the messages that it receives, by the label in its options.
struct CapturedSamples: Sink {
    struct Options: StageOptions {
        var label = ""
        static var fields: [OptionField<Options>] { [.required("label", \.label, "Label.")] }
    }
    static let kind = "test.captured"
    static let abstract = "Keeps its input."
    static let interleavesInputs = true
    private static let captured = Mutex<[String: [Message<Sample>]]>([:])
    private let options: Options
    init(options: Options) { self.options = options }

    func run(input: any Inlet<Sample>, context: StageContext) async throws {
        while let messages = try await input.receive() {
            Self.captured.withLock { $0[options.label, default: []] += messages }
        }
    }

    /// Removes and returns the messages with a label.
    static func removeMessages(labelled label: String) -> [Message<Sample>] {
        captured.withLock { $0.removeValue(forKey: label) ?? [] }
    }
}
