package import StageKit

/// The encoders that distribute bits over the whole media, which this module does not depend on.
package struct TwoPassEncoding: Sendable {
    /// One of two passes over a chunk.
    package enum Pass: Sendable, Hashable {
        /// Writes statistics to files whose paths start with `record`.
        case first(record: String)
        /// Distributes the bits of the chunk according to these statistics.
        case last(record: String)
    }

    /// Returns the encoder that measures complexities for a stage; nil for stages without two passes.
    let analysis: @Sendable (AnyStage) throws -> AnyStage?
    /// Returns a stage for a pass, with a bit rate relative to the configured one.
    let pass: @Sendable (AnyStage, Pass, _ share: Double) -> AnyStage

    package init(
        analysis: @escaping @Sendable (AnyStage) throws -> AnyStage?,
        pass: @escaping @Sendable (AnyStage, Pass, _ share: Double) -> AnyStage
    ) {
        (self.analysis, self.pass) = (analysis, pass)
    }

    /// Whether a stage makes two passes. Throws if its analysis is impossible on this machine.
    func applies(to stage: AnyStage) throws(JobError) -> Bool {
        do {
            return try analysis(stage) != nil
        } catch {
            throw JobError("\(error)")
        }
    }
}
