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
                .required("path", \.path, "Output folder; created if it does not exist."),
                .option(
                    "journal", \.journal,
                    "Whether a hidden journal in the folder records its contents, so that a later run can continue "
                        + "it."),
                .option(
                    "sync", \.sync,
                    "Data written to the disk before a playlist refers to it; with none, numbers are skipped after a "
                        + "power failure."
                ),
                .option(
                    "disk-quota", \.diskQuota, in: ByteCount(1 << 20)...ByteCount(1 << 50),
                    "Maximum size of all files; half of it is reserved for files that players may still request."),
                .option(
                    "disk-reserve", \.diskReserve, in: ByteCount(0)...ByteCount(1 << 50),
                    "Free space to leave on the file system; 0B disables the check."),
                .option(
                    "when-disk-low", \.whenDiskLow,
                    "Policy when disk space is low: shorten live playlists, to at least three target durations, before "
                        + "failing; or fail."),
            ]
        }
    }

    package static let kind = "file.folder"
    package static let abstract = "Writes segments and playlists into a folder, publishing each file by rename."
    /// The files of an earlier run determine how the pipeline starts.
    package static var startsBeforeSources: Bool { true }

    private let options: Options

    package init(options: Options) throws {
        guard !options.path.isEmpty else { throw StageError(.invalidOptions, "'path' is empty") }
        if options.diskQuota != nil, !options.journal {
            throw StageError(.invalidOptions, "disk-quota requires the journal; remove journal: false")
        }
        self.options = options
    }

    package func run(input: any Inlet<Resource>, context: StageContext) async throws {
        let store = try FolderStore(options: options, clock: context.clock, figures: context.figures)
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
