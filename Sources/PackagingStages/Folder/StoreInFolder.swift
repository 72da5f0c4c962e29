import Media
package import StageKit

/// Stores resources as files in a folder. Each file is published atomically.
package struct StoreInFolder: Sink {
    package struct Options: StageOptions {
        package var path = ""
        var journal = true
        var sync = SyncPolicy.none
        var diskQuota: ByteCount?
        var diskReserve = ByteCount(0)
        var whenDiskLow = DiskPolicy.WhenLow.shrink

        package init() {}
        package static var fields: [OptionField<Options>] {
            [
                .required("path", \.path, "The folder; it is made when it is not there."),
                .option(
                    "journal", \.journal,
                    "Whether a hidden journal in the folder says what is in it, so that a later run goes on with it."),
                .option(
                    "sync", \.sync,
                    "What is on the disk before a playlist tells of it; with none, numbers are passed over after a power failure."
                ),
                .option(
                    "disk-quota", \.diskQuota, in: ByteCount(1 << 20)...ByteCount(1 << 50),
                    "The most that all files may have together; half of it is for what players may still want."),
                .option(
                    "disk-reserve", \.diskReserve, in: ByteCount(0)...ByteCount(1 << 50),
                    "What stays free on the file system for others; 0B does not look."),
                .option(
                    "when-disk-low", \.whenDiskLow,
                    "Whether live playlists list less, never less than three target durations, before the run fails."),
            ]
        }
    }

    package static let kind = "file.folder"
    package static let abstract = "Writes segments and playlists into a folder, publishing each file by rename."
    /// The files of an earlier run determine how the pipeline starts.
    package static var startsBeforeSources: Bool { true }

    private let options: Options
    /// The clocks, which tests replace.
    var time = FolderTime.system

    package init(options: Options) throws {
        guard !options.path.isEmpty else { throw StageError(.invalidOptions, "'path' is empty") }
        if options.diskQuota != nil, !options.journal {
            throw StageError(.invalidOptions, "disk-quota needs a journal of what is there; leave journal: false out")
        }
        self.options = options
    }

    package func run(input: any Inlet<Resource>, context: StageContext) async throws {
        let store = try FolderStore(options: options, time: time)
        forwardMessages(store, input, context)
        while let messages = try await input.receive() {
            for case .payload(let resource) in messages { try store.carryOut(resource) }
            try store.removeDue()
            forwardMessages(store, input, context)
        }
        try store.finish()
    }

    private func forwardMessages(_ store: FolderStore, _ input: any Inlet<Resource>, _ context: StageContext) {
        let (requests, problems) = store.drainMessages()
        for problem in problems { context.report(problem) }
        for request in requests { input.request(request) }
    }
}
