import AssetDownloading
import Foundation
import FoundationNetworking
import Observation
import Synchronization

extension AVAssetDownloadTask {
    /// Starts or continues the download when every suspension was resumed.
    func start() {
        let isFirst = content.withLock { content -> Bool? in
            guard content.state == .suspended else { return nil }
            content.suspensions -= 1
            guard content.suspensions == 0 else { return nil }
            content.state = .running
            let isFirst = !content.hasStarted
            content.hasStarted = true
            return isFirst
        }
        guard let isFirst else { return }
        observers.withMutation(of: self, keyPath: \.state) {}
        do {
            let download = try download.get()
            if isFirst {
                try session.begin(self)
                session.events.add(download, of: self)
            }
            try writeRecord()
            if isFirst { deliver { [location] in $0.urlSession($1, assetDownloadTask: $2, willDownloadTo: location) } }
            // A concurrent call may have suspended or cancelled the task.
            content.withLock { if $0.state == .running { download.resume() } }
        } catch {
            finish(DownloadFailure.error(error))
        }
    }

    /// Suspends the download; calls can be nested.
    func pause() {
        let isFirst = content.withLock { content in
            guard content.state == .running || content.state == .suspended else { return false }
            content.suspensions += 1
            guard content.state == .running else { return false }
            content.state = .suspended
            (try? download.get())?.suspend()
            return true
        }
        guard isFirst else { return }
        observers.withMutation(of: self, keyPath: \.state) {}
        storeRecord()
    }

    /// Cancels the download; the last event is delivered when nothing more is written to the folder.
    func stop() {
        let isFirst = content.withLock { content in
            guard content.state == .running || content.state == .suspended else { return false }
            content.state = .canceling
            (try? download.get())?.cancel()
            return true
        }
        guard isFirst else { return }
        observers.withMutation(of: self, keyPath: \.state) {}
        Task {
            _ = try? await (try? download.get())?.value()
            finish(DownloadFailure.urlError(.cancelled, "the download of '\(urlAsset.url)' was cancelled"))
        }
    }

    /// Ends the task, the first time: stores its end and delivers the last events.
    func finish(_ error: (any Error)?) {
        let isFirst = content.withLock { content in
            guard content.state != .completed else { return false }
            content.state = .completed
            content.error = error
            return true
        }
        guard isFirst else { return }
        if error == nil { report(units: Self.progressUnits) }
        observers.withMutation(of: self, keyPath: \.state) {}
        observers.withMutation(of: self, keyPath: \.error) {}
        if error == nil {
            deliver { [location] in $0.urlSession($1, assetDownloadTask: $2, didFinishDownloadingTo: location) }
        }
        storeRecord()
        session.delegateQueue.addOperation { [self] in
            delegate?.urlSession(session, task: self, didCompleteWithError: error)
            if let download = try? download.get() { session.events.remove(download) }
            session.end(self)
        }
    }

    /// Writes the state of the task to its folder. A failure only affects a later process, so it is ignored.
    func storeRecord() { if content.withLock({ $0.isStored }) { try? writeRecord() } }

    private func writeRecord() throws {
        try session.store { [self] in
            let record = content.withLock { content in
                content.record.taskDescription = content.taskDescription
                content.record.isSuspended = content.state == .suspended
                if content.state == .completed {
                    content.record.isEnded = true
                    content.record.headerFields = []
                }
                content.isStored = true
                return content.record
            }
            // The program may have removed the folder.
            guard !record.isEnded || TaskRecord(in: folder) != nil else { return }
            try record.store(in: folder)
        }
    }

    /// The location as an absolute path.
    var folder: URL { location.absoluteURL }
}
