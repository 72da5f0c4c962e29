import HLS
import Media
import StageKit

extension HLSPlaylist {
    /// Throws `invalid-options` if whole segments are encrypted that players request in parts or byte ranges. Reports
    /// playlists that are omitted for the same reason, and those without keys.
    func validateEncryption(_ segment: Segment, at position: Int, _ effects: inout Effects<Resource>) throws {
        if let protection = segment.protection, protection.keys.isEmpty, segment.kind == .initialization,
            !renditions[position].hasBegun
        {
            effects.reportWarning(
                "undeclared-keys",
                "rendition '\(segment.rendition.id)' is encrypted, but no EXT-X-KEY declares its keys, so HLS players "
                    + "cannot play it; set key-uri or systems in fmp4.encrypt")
        }
        guard segment.protection?.method == .aes128 else { return }
        guard segment.kind != .part else {
            throw StageError(
                .invalidOptions,
                "parts cannot be encrypted with aes-128, because players differ in how they decrypt them; use method: "
                    + "cbcs, or remove 'part' in fmp4.segment")
        }
        guard options.packaging == .files else {
            throw StageError(
                .invalidOptions,
                "byte ranges of one file cannot be encrypted with aes-128; use packaging: files, or method: cbcs")
        }
        guard segment.kind == .initialization, segment.rendition.mediaType == .video, options.iFrames,
            !renditions[position].hasBegun
        else { return }
        effects.reportNote(
            "no-iframe-playlist",
            "rendition '\(segment.rendition.id)' has no I-frame playlist: byte ranges of segments that are encrypted with "
                + "aes-128 cannot be decrypted; use method: cbcs for fast playback")
    }
}
