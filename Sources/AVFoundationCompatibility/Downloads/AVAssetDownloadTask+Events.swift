import AssetDownloading
import Foundation
import FoundationNetworking
import Observation
import Synchronization

extension AVAssetDownloadTask {
    /// Calls a delegate's method on the delegate queue, if the delegate has the methods for downloads.
    func deliver(
        _ call:
            @escaping @Sendable (any AVAssetDownloadDelegate, AVAssetDownloadURLSession, AVAssetDownloadTask) -> Void
    ) {
        session.delegateQueue.addOperation { [self] in
            guard let delegate = delegate as? any AVAssetDownloadDelegate else { return }
            call(delegate, session, self)
        }
    }

    func handleSelection(_ contents: AssetDownloadContents) {
        let isNew = content.withLock { content in
            let before = content.record.contents.map(\.variant)
            for (index, variant) in contents.variants.enumerated() where index < content.record.contents.count {
                content.record.contents[index].variant = variant.declarationText
            }
            defer { content.hasSelected = true }
            return !content.hasSelected || before != content.record.contents.map(\.variant)
        }
        // The selection is repeated when a suspended task is resumed.
        guard isNew else { return }
        storeRecord()
        let variants = contents.variants.map { AVAssetVariant($0) }
        var options: [MediaSelectionGroup.Characteristic: MediaSelectionOption] = [:]
        for option in contents.options.first ?? [] { options[option.kind.characteristic] = option }
        deliver { [urlAsset, options] in
            $0.urlSession($1, assetDownloadTask: $2, willDownloadVariants: variants)
            $0.urlSession($1, assetDownloadTask: $2, didResolve: AVMediaSelection(urlAsset, options))
        }
    }

    func handleTimeRange(_ timeRange: LoadedTimeRange) {
        guard let download = try? download.get() else { return }
        observers.withMutation(of: self, keyPath: \.loadedTimeRanges) {}
        let loaded = download.loadedTimeRanges.map(CMTimeRange.init)
        let expected = CMTimeRange(start: .zero, duration: CMTime(download.expectedDuration))
        deliver {
            $0.urlSession(
                $1, assetDownloadTask: $2, didLoad: CMTimeRange(timeRange),
                totalTimeRangesLoaded: loaded.map(TimeRangeValue.init), timeRangeExpectedToLoad: expected)
        }
    }

    func handleProgress(_ progress: AssetDownloadProgress) {
        // The last unit is reported when the folder is complete.
        report(units: min(Int64(progress.fractionCompleted * Double(Self.progressUnits)), Self.progressUnits - 1))
    }

    /// Increases the progress; it never decreases.
    func report(units: Int64) {
        let isNew = content.withLock { content in
            guard units > content.units else { return false }
            content.units = units
            return true
        }
        guard isNew else { return }
        // Set first: observers are informed before a mutation, and may read the value in another thread.
        setProgress(units)
        observers.withMutation(of: self, keyPath: \.progress) {}
    }
}

extension MediaSelectionOption.Kind {
    fileprivate var characteristic: MediaSelectionGroup.Characteristic {
        switch self {
        case .audio: .audible
        case .video: .visual
        case .subtitles, .closedCaptions: .legible
        }
    }
}

extension CMTimeRange {
    init(_ range: LoadedTimeRange) { self.init(start: CMTime(range.start), duration: CMTime(range.duration)) }
}
