/// The recovery points at which the segments of an H.264 track may start.
package struct RecoveryRule: Sendable, Hashable {
    private let syntax: BitstreamSyntax
    private let allowsGradual: Bool

    /// The rule for a format; nil for codecs other than H.264. Without `allowsGradual`, only I pictures are recovery
    /// points.
    package init?(_ format: MediaFormat, allowsGradual: Bool) {
        guard let syntax = BitstreamSyntax(format), case .avc = syntax else { return nil }
        (self.syntax, self.allowsGradual) = (syntax, allowsGradual)
    }

    /// Returns the recovery point at a sample; nil if segments may not start there.
    package func point(_ sample: ByteSlice) -> RecoveryPoint? {
        guard let point = syntax.recoveryPoint(sample), allowsGradual || !point.isGradual else { return nil }
        return point
    }

    /// Returns the flags of a sample: IDR pictures are sync samples, recovery points are marked.
    package func flags(_ flags: SampleFlags, of sample: ByteSlice) -> SampleFlags {
        if let point = point(sample) { return flags.marked(point) }
        return SyncRule(syntax).flags(flags, of: sample).marked(nil)
    }
}
