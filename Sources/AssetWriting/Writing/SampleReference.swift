import SystemFiles
import Packaging
import Media

/// The file that contains all samples of an input, for a QuickTime movie that refers to it.
struct SampleReference: Sendable {
    /// The absolute base path with a trailing slash.
    private let base: String
    /// The path of the file relative to the base; nil before the first sample.
    private(set) var path: String?
    /// The storage of the previous sample, a cache: most samples share it.
    private var storage: ByteStorage?

    /// References relative to the directory that is currently at `base`.
    init(from base: FileURL) throws(AssetWriterError) {
        guard let path = AbsolutePath.resolving(base.path) else {
            throw AssetWriterError(.invalidSettings, "sampleReferenceBaseURL is '\(base)', which does not exist")
        }
        self.base = path.hasSuffix("/") ? path : path + "/"
    }

    /// Determines the file of a sample; throws for a sample that is in no file, outside the base, or in a file other
    /// than the previous one.
    mutating func include(to sample: Sample) throws(AssetWriterError) {
        guard sample.bytes.count > 0, sample.bytes.storage !== storage else { return }
        guard let file = sample.bytes.storage.file?.absolutePath else {
            throw AssetWriterError(
                .invalidSettings,
                "sampleReferenceBaseURL is set, but the sample at \(sample.decodeTime) is not in a file")
        }
        guard file.hasPrefix(base) else {
            throw AssetWriterError(
                .invalidSettings,
                "sampleReferenceBaseURL is '\(base)', but the samples are in '\(file)', which is not "
                    + "below it")
        }
        let found = String(file.dropFirst(base.count))
        guard path == nil || path == found else {
            throw AssetWriterError(
                .invalidSettings,
                "all samples of an input must be in one file, not in '\(path ?? "")' and '\(found)'")
        }
        path = found
        storage = sample.bytes.storage
    }
}
