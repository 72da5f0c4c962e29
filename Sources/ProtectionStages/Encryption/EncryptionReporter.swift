import Media
import StageKit

/// The figures of encryption, and problems that concern media.
final class EncryptionReporter: Sendable {
    private let context: StageContext
    private let encrypted: FigureCounter
    private let segments: FigureCounter
    private let withheld: FigureCounter
    private let omitted: FigureCounter
    private let damaged: FigureCounter

    init(_ context: StageContext) {
        self.context = context
        let figures = context.figures
        encrypted = figures.counter(
            FigureName.encryptedSize, unit: .bytes, "Size of the encrypted segments and parts")
        segments = figures.counter(FigureName.encryptedSegments, "Encrypted segments")
        withheld = figures.counter(FigureName.withheldSegments, "Segments listed as gaps instead of in the clear")
        omitted = figures.counter(FigureName.clearSlices, "Coded slices and tiles that stayed clear")
        damaged = figures.counter(FigureName.unencryptableSegments, "Segments that could not be parsed")
    }

    /// Counts a part, or a segment whose bytes were not counted as parts.
    func count(_ segment: Segment, isJoined: Bool = false) {
        if !isJoined { encrypted.add(segment.data.count) }
        if segment.kind == .separable { segments.add(1) }
    }

    func countWithheld() { withheld.add(1) }

    /// Reports coded slices beyond the number that a sample can describe.
    func reportOmitted(_ count: Int, of rendition: Rendition) {
        guard count > 0 else { return }
        if omitted.value == 0 {
            context.reportWarning(
                "clear-slices",
                "rendition '\(rendition.id)': samples have more slices or tiles than can be described, so the smallest "
                    + "ones are not encrypted; encode with fewer slices")
        }
        omitted.add(count)
    }

    /// Reports a segment of a live source that cannot be encrypted.
    func reportDamaged(_ segment: Segment, _ error: any Error) {
        if damaged.value == 0 {
            context.reportWarning(
                "unencryptable-segment",
                "segment \(segment.index) of rendition '\(segment.rendition.id)' is listed as a gap: \(error)")
        }
        damaged.add(1)
    }
}
