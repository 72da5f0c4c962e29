package import Media

extension RecoveryPoint {
    /// The setting with which segments start at this recovery point, or the alternative, for messages.
    package func advice(_ profile: FileTypeProfile) -> String {
        let encoding = "encode the video (segment --encode)"
        if isGradual, !profile.allowsGradualRecovery {
            return
                "its recovery points start gradual refreshes (intra refresh), at which segments of profile cmaf cannot "
                + "start; use profile apple-hls with random-access: recovery (segment --profile apple-hls "
                + "--random-access recovery), or \(encoding)"
        }
        let kind = isGradual ? "intra refresh" : "open GOPs"
        return
            "it has recovery points (\(kind)); set random-access: recovery (segment --random-access recovery), which "
            + "Apple's authoring rules do not allow, or \(encoding)"
    }
}
