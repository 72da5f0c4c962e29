import SystemFiles
import Packaging
import Media

/// The file in which all samples of an input stay, as a QuickTime movie refers to it.
struct SampleReference: Sendable {
    /// An absolute path with a slash at its end.
    private let base: String
    /// From the base to the file; nil before the first sample.
    private(set) var path: String?
    /// That of the sample before, most often that of the next one too.
    private var storage: ByteStorage?

    /// References from the directory that is at `base` now.
    init(from base: FileURL) throws(AssetWriterError) {
        guard let path = AbsolutePath.resolving(base.path) else {
            throw AssetWriterError(.invalidSettings, "sampleReferenceBaseURL is '\(base)', which is not there")
        }
        self.base = path.hasSuffix("/") ? path : path + "/"
    }

    /// Finds out where the bytes of a sample are; refuses a sample in no file or in another one.
    mutating func refer(to sample: Sample) throws(AssetWriterError) {
        guard sample.bytes.count > 0, sample.bytes.storage !== storage else { return }
        guard let file = sample.bytes.storage.file?.absolutePath else {
            throw AssetWriterError(
                .invalidSettings,
                "sampleReferenceBaseURL has a value, and the sample at \(sample.decodeTime) is in no file")
        }
        guard file.hasPrefix(base) else {
            throw AssetWriterError(
                .invalidSettings, "sampleReferenceBaseURL is '\(base)', and the samples are in '\(file)', not below it")
        }
        let found = String(file.dropFirst(base.count))
        guard path == nil || path == found else {
            throw AssetWriterError(
                .invalidSettings,
                "the samples of an input stay in one file: first in '\(path ?? "")', then in '\(found)'")
        }
        path = found
        storage = sample.bytes.storage
    }
}
