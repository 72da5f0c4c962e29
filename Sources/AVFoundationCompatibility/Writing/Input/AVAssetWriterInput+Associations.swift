import AssetWriting

extension AVAssetWriterInput {
    /// Returns whether this input's track can refer to the track of `input`: the media types must match the type of
    /// association, such as `AVAssetTrack.AssociationType.timecode.rawValue`, and the output file type must support
    /// track associations.
    public func canAddTrackAssociation(withTrackOf input: AVAssetWriterInput, type trackAssociationType: String)
        -> Bool
    {
        guard let type = TrackAssociationType(rawValue: trackAssociationType) else { return false }
        return self.input.canAddTrackAssociation(withTrackOf: input.input, type: type)
    }

    /// Makes this input's track refer to the track of `input`. An association that is not possible makes the start of
    /// writing fail.
    public func addTrackAssociation(withTrackOf input: AVAssetWriterInput, type trackAssociationType: String) {
        guard let type = TrackAssociationType(rawValue: trackAssociationType) else {
            let known = TrackAssociationType.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            self.input.setConfigurationError(
                AssetWriterError(
                    .invalidSettings,
                    "the type of a track association is '\(trackAssociationType)'; supported types are \(known)"),
                for: "associations")
            return
        }
        self.input.addTrackAssociation(withTrackOf: input.input, type: type)
    }
}
