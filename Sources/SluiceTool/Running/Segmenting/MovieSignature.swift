import Glibc
import Media
import PipelineFile
import StageKit
import SystemFiles

/// Identifies movies of the MP4 family by their first bytes.
enum MovieSignature {
    /// Returns whether the file starts like MP4, MOV or fragmented MP4. Also true if the file cannot be read, so that
    /// the reader reports the error.
    static func isMovie(_ path: String) -> Bool {
        guard let bytes = FileHead.read(path, count: 8), bytes.count == 8 else { return true }
        let type = String(decoding: bytes[4...], as: UTF8.self)
        return ["ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide", "sidx", "pnot"].contains(type)
    }
}
