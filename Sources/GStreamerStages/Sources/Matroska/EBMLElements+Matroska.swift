extension EBMLElements {
    /// Returns the TrackEntry elements of a Matroska or WebM file (RFC 9559 5.1.4.1); empty for other files.
    ///
    /// Tracks after the first cluster are ignored: they are rare, and finding them would require reading the whole
    /// file.
    static func matroskaTracks(in bytes: UnsafeRawBufferPointer) -> [Element] {
        var file = EBMLElements(bytes)
        guard file.next()?.id == header, let segment = file.next(), segment.id == self.segment else { return [] }
        for element in EBMLElements(segment.content) {
            if element.id == cluster { break }
            if element.id == tracks { return EBMLElements(element.content).filter { $0.id == trackEntry } }
        }
        return []
    }

    private static let header: UInt64 = 0x1a45_dfa3
    private static let segment: UInt64 = 0x1853_8067
    private static let cluster: UInt64 = 0x1f43_b675
    private static let tracks: UInt64 = 0x1654_ae6b
    private static let trackEntry: UInt64 = 0xae
}
