import Media
package import StageKit
import SystemFiles

/// Stores resources as files in a folder. Each file is published atomically.
package struct StoreInFolder: Sink, DestinationDeclaring {
    package struct Options: StageOptions {
        package var path = ""
        var journal = true
        var sync = SyncPolicy.none
        var diskQuota: ByteCount?
        var diskReserve: ByteCount?
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
                    "Free space to leave on the file system, so that playlists can still be written; by default 2 % of it, at "
                        + "most 64 MiB. 0B disables the check."),
                .option(
                    "when-disk-low", \.whenDiskLow,
                    "Policy when the reserve or the quota is used up: shorten live playlists, to at least three target "
                        + "durations, and then leave out segments until there is space; or end the run."),
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
        let output = try FolderOutput(options: options, context: context)
        // A run that is refused, such as for a key file that cannot be read, leaves no folder.
        defer { output.discardUnused() }
        forwardMessages(output, input, context)
        while let messages = try await input.receive() {
            for case .payload(let resource) in messages { try output.carryOut(resource) }
            try output.removeDue()
            let withheld = output.drainWithheld()
            if !withheld.isEmpty { (input as? any PublicationInlet)?.withhold(withheld) }
            forwardMessages(output, input, context)
        }
        try output.finish()
    }

    private func forwardMessages(_ output: FolderOutput, _ input: any Inlet<Resource>, _ context: StageContext) {
        let (requests, problems) = output.drainMessages()
        for problem in problems { context.report(problem) }
        for request in requests { input.request(request) }
    }
}

extension StoreInFolder {
    package var destination: String { AbsolutePath.resolvingExisting(options.path) }
}
