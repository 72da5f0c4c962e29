package import StageKit

/// A pipeline of a service as its files declare it.
package struct PipelineDefinition: Sendable, Hashable {
    /// The name in the service.
    package var name: String
    /// The pipeline file.
    package var path: String
    /// The entry in the service file; nil for a pipeline that was found in a folder.
    package var location: SourceLocation?
    package var settings: PipelineSettings

    /// The place of the definition for messages.
    var place: String { location.map { "\($0.file):\($0.line):\($0.column)" } ?? path }
}
