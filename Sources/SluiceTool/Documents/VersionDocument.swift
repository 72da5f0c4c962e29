import PipelineFile

/// The JSON form of the versions.
struct VersionDocument: OutputDocument {
    var schema = 1
    var sluice: String
    var gstreamer: String

    static let name = "version"
    static let schema = JSONSchema.document(
        "Output of 'sluice version --json'",
        JSONSchema.object([
            "schema": JSONSchema.version, "sluice": JSONSchema.string("Version of the tool (Semantic Versioning)."),
            "gstreamer": JSONSchema.string("Version of GStreamer."),
        ]))
}
