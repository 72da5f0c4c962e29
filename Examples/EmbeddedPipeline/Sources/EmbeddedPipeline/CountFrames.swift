import Sluice

/// Counts the frames that pass, and reports a measurement.
struct CountFrames: Transform {
    struct Options: StageOptions {
        var every = 30

        static var fields: [OptionField<Options>] {
            [.option("every", \.every, in: 1...1000, "Number of frames between two measurements.")]
        }
    }

    typealias Input = Frame
    typealias Output = Frame
    static let kind = "frame.count"
    static let abstract = "Counts frames."

    private let options: Options
    private var count = 0

    init(options: Options) { self.options = options }

    mutating func receive(_ message: Message<Frame>, _ effects: inout Effects<Frame>) {
        if case .payload = message {
            count += 1
            if count.isMultiple(of: options.every) { effects.measure("frames-count", Double(count)) }
        }
        effects.emit(message: message)
    }

    mutating func finish(_ effects: inout Effects<Frame>) { effects.measure("frames-count", Double(count)) }
}
