// Generated from the reference of stages by Scripts/generate-stages; do not edit.
extension BuiltInStage {
    /// `program.frames`: Uncompressed frames that the program with the pipeline appends.
    public static func programFrames() -> BuiltInStage {
        BuiltInStage(kind: "program.frames")
    }

    /// `program.resources`: Delivers segments and playlists as values to the program with the pipeline.
    public static func programResources() -> BuiltInStage {
        BuiltInStage(kind: "program.resources")
    }

    /// `program.samples`: Coded samples that the program with the pipeline appends.
    public static func programSamples() -> BuiltInStage {
        BuiltInStage(kind: "program.samples")
    }
}
