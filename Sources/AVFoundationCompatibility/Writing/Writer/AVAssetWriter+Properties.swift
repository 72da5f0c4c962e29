import AssetWriting
public import Foundation
import Media
import Synchronization

// These properties are set before startWriting. An invalid value is not stored, and startWriting then fails with an
// error that names it.
extension AVAssetWriter {
    /// The profile of the segments; required for a writer without a file.
    public var outputFileTypeProfile: AVFileTypeProfile? {
        get { writer.outputFileTypeProfile.map(AVFileTypeProfile.init) }
        set {
            writer.outputFileTypeProfile = newValue.flatMap { $0.profile }
            guard let newValue, newValue.profile == nil else { return }
            writer.setConfigurationError(
                AssetWriterError(
                    .invalidSettings,
                    "outputFileTypeProfile is '\(newValue.rawValue)'; it must be mpeg4AppleHLS or mpeg4CMAFCompliant"),
                for: "outputFileTypeProfile")
        }
    }

    /// The target segment duration, above zero; with `.indefinite`, segments end at ``flushSegment()``. Required for a
    /// writer without a file; `.invalid` by default.
    public var preferredOutputSegmentInterval: CMTime {
        get { CMTime(writer.preferredOutputSegmentInterval) }
        set { writer.preferredOutputSegmentInterval = newValue.setting(ifNotNumeric: .zero) }
    }

    /// The time at which the grid of segment intervals starts; `.invalid`, the default, for the start of the session.
    public var initialSegmentStartTime: CMTime {
        get { CMTime(writer.initialSegmentStartTime) }
        set { writer.initialSegmentStartTime = newValue.setting(ifNotNumeric: .indefinite) }
    }

    /// The receiver of the segments of a writer without a file. A weak reference: the program must retain the delegate
    /// until writing ends. If it is released earlier, the next segment fails the writer.
    public var delegate: (any AVAssetWriterDelegate)? {
        get { state.withLock { $0.delegate }?.delegate }
        set {
            let reference = newValue.map(DelegateReference.init)
            state.withLock { $0.delegate = reference }
            guard let reference else { return writer.setDelegate(nil) }
            writer.setDelegate { [weak self] in
                guard let self, let delegate = reference.delegate else { return nil }
                return SegmentForwarder(from: self, to: delegate)
            }
        }
    }

    /// The sequence number of the first movie fragment, from 1 to 4294967295.
    public var initialMovieFragmentSequenceNumber: Int {
        get { writer.initialMovieFragmentSequenceNumber }
        set { writer.initialMovieFragmentSequenceNumber = newValue }
    }

    /// Whether the fragments can be concatenated with fragments of other writers with equal inputs.
    public var producesCombinableFragments: Bool {
        get { writer.producesCombinableFragments }
        set { writer.producesCombinableFragments = newValue }
    }

    /// The interval between movie fragments in a movie file, above zero; `.invalid`, the default, for none.
    public var movieFragmentInterval: CMTime {
        get { CMTime(writer.movieFragmentInterval) }
        set { writer.movieFragmentInterval = newValue.setting(ifNotNumeric: .zero) }
    }

    /// The timescale of the movie header, in ticks per second; 0 lets the writer choose.
    public var movieTimeScale: CMTimeScale {
        get { writer.movieTimeScale }
        set { writer.movieTimeScale = newValue }
    }

    /// The expected duration of the movie; `.invalid` when unknown.
    public var overallDurationHint: CMTime {
        get { CMTime(writer.overallDurationHint) }
        set { writer.overallDurationHint = newValue.mediaTime }
    }

    /// Whether a movie file has its headers before its media.
    public var shouldOptimizeForNetworkUse: Bool {
        get { writer.shouldOptimizeForNetworkUse }
        set { writer.shouldOptimizeForNetworkUse = newValue }
    }

    /// The folder for temporary files of encoders with several passes; nil uses the system's folder.
    public var directoryForTemporaryFiles: URL? {
        get { writer.directoryForTemporaryFiles.map { URL(fileURLWithPath: $0.path, isDirectory: true) } }
        set { writer.directoryForTemporaryFiles = newValue.map { FileURL(fileURLWithPath: $0.path) } }
    }

    /// The metadata of the movie. Items that the file type cannot contain are not written.
    public var metadata: [AVMetadataItem] {
        get { state.withLock { $0.metadata } }
        set {
            state.withLock { $0.metadata = newValue }
            writer.metadata = newValue.compactMap(\.metadataItem)
        }
    }
}

extension AVFileTypeProfile {
    fileprivate init(_ profile: FileTypeProfile) {
        self = profile == .mpeg4AppleHLS ? .mpeg4AppleHLS : .mpeg4CMAFCompliant
    }

    /// The equivalent profile of this package; nil for other identifiers.
    fileprivate var profile: FileTypeProfile? {
        switch self {
        case .mpeg4AppleHLS: .mpeg4AppleHLS
        case .mpeg4CMAFCompliant: .mpeg4CMAFCompliant
        default: nil
        }
    }
}

extension CMTime {
    /// The equivalent of an optional property: invalid for nil.
    init(_ time: MediaTime?) { self = time.map { CMTime($0) } ?? .invalid }

    /// The value of an optional property: nil for an invalid time, and a replacement that the property rejects for other
    /// times without an equivalent.
    func setting(ifNotNumeric replacement: MediaTime) -> MediaTime? { isValid ? mediaTime ?? replacement : nil }
}
