/// An iterator over consecutive elements.
package struct EBMLWalk: Sequence, IteratorProtocol, Sendable {
    private let file: EBMLBytes
    private let end: Int
    /// The offset of the next element.
    package private(set) var offset: Int
    /// Whether iteration stopped because there is no valid element.
    package private(set) var isDamaged = false

    init(_ file: EBMLBytes, _ range: Range<Int>) {
        self.file = file
        (offset, end) = (range.lowerBound, range.upperBound)
    }

    /// Returns the next element, which may be cut off; nil at the end and for invalid elements.
    package mutating func next() -> EBMLElement? {
        guard !isDamaged, offset < end else { return nil }
        guard let element = EBMLElement(file, at: offset, end: end) else {
            isDamaged = true
            return nil
        }
        // The end of an element of unknown size is known to its reader only.
        offset = element.hasUnknownSize ? end : element.end
        return element
    }
}
