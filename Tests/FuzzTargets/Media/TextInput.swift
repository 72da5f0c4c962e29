import Media
import PackagingStages

/// Timed text. The first byte selects a file of one syntax, a sample, or a document to shift in time.
enum TextInput {
    static func read(_ input: [UInt8]) {
        guard let choice = input.first else { return }
        let bytes = Array(input.dropFirst())
        let syntaxes = TimedTextFile.Syntax.allCases
        switch Int(choice) % (syntaxes.count + 4) {
        case let index where index < syntaxes.count: readFile(bytes, syntaxes[index])
        case syntaxes.count: readFile(bytes, nil)
        case syntaxes.count + 1: readBoxes(bytes)
        case syntaxes.count + 2: readSample(bytes)
        default: readDocument(bytes)
        }
    }

    private static func readFile(_ bytes: [UInt8], _ syntax: TimedTextFile.Syntax?) {
        guard let file = try? TimedTextFile(bytes, syntax: syntax) else { return }
        require(file.cues.count <= TimedTextFile.maximumCueCount, "the number of cues is limited")
        for cue in file.cues.prefix(64) { use(cue) }
        let document = IMSCWriter.document(Array(file.cues.prefix(64)), shiftedBy: 1000, language: "en")
        _ = TTMLTimeShift.shifted(String(decoding: document, as: UTF8.self), by: 1000)
    }

    private static func use(_ cue: WebVTTCue) {
        _ = cue.text(shiftedBy: 90_000)
        let again = WebVTTCue(box: ByteSlice(copying: cue.box), start: cue.start, end: cue.end)
        require(again != nil, "a cue written to a box can be parsed")
    }

    private static func readBoxes(_ bytes: [UInt8]) {
        if let cue = WebVTTCue(box: ByteSlice(copying: bytes), start: 0, end: 1000) { use(cue) }
        if let cue = WebVTTCue(content: bytes, start: 0, end: 1000) { use(cue) }
        use(WebVTTCue(matroskaBlock: String(decoding: bytes, as: UTF8.self), start: 0, end: 1000))
    }

    private static func readSample(_ bytes: [UInt8]) {
        let style = TimedTextSample.Style(sampleEntry: bytes)
        if let cue = TimedTextSample(bytes, style).cue { use(cue) }
    }

    private static func readDocument(_ bytes: [UInt8]) {
        let document = String(decoding: bytes, as: UTF8.self)
        for shift in [0, 12_345, -1, Int64.max] { _ = TTMLTimeShift.shifted(document, by: shift) }
        _ = SubRipMarkup.converted(document)
        guard let file = try? ChapterFile(reading: bytes) else { return }
        require(file.list.count <= ChapterList.limit, "the number of chapters is limited")
        _ = ChapterFile(file.list.delayed(by: 1000).clipped(from: 500, to: 9000)).json
    }
}
