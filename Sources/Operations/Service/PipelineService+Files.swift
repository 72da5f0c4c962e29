import HTTPStages
import Media
import PipelineFile
import PipelineRuntime
import Sluice
import StageKit

// Files that are added, changed or removed.
extension PipelineService {
    /// The time without further changes after which changed files are read.
    private static let debounce = Duration.milliseconds(300)
    /// The interval at which folders and service files that cannot be read are read again.
    private static let retryInterval = Duration.seconds(5)

    /// Reads all folders and files again, and applies the changes; returns when they are applied.
    package func rescan() async {
        needsScan = true
        guard !isScanning else { return await withCheckedContinuation { scanWaiters.append($0) } }
        isScanning = true
        defer {
            isScanning = false
            for waiter in scanWaiters { waiter.resume() }
            scanWaiters = []
        }
        while needsScan, !isEnding {
            needsScan = false
            await scan()
        }
    }

    private func scan() async {
        let present = pipelines.filter { !$0.value.isRefused && $0.value.supervisor.state != .removed }
        let folders = ServiceFolders(paths, defaults: defaults, present: present.mapValues(\.definition))
        name = folders.name ?? name
        nextScan = folders.isIncomplete ? clock.now + Self.retryInterval : nil
        let new = folders.problems.filter { !problems.contains($0) }
        if !new.isEmpty { onEvent(.diagnostics(nil, new)) }
        problems = folders.problems
        // A service file that cannot be read leaves the settings as they are.
        if !folders.isIncomplete || !hasStarted {
            admin = folders.admin
            (commonHooks, commonRedactor) = (folders.hooks, folders.redactor)
        }
        for served in pipelines.values { update(served.hooks, with: served.run?.hookPlan ?? served.loaded?.plan) }
        let names = Set((folders.definitions + folders.refused).map(\.name))
        for name in pipelines.keys.sorted() where !names.contains(name) {
            await handle(.removed, of: name, reason: "its file was removed")
        }
        let results = folders.definitions.map { ($0, load($0, placement(of: $0.name))) }
        // A removed pipeline has its places until its run has ended.
        let ending = pipelines.filter { !names.contains($0.key) && $0.value.run != nil }.values
            .compactMap { served in served.loaded.map { (served.definition, $0) } }
        let conflicts = ListenerConflicts(
            ending + results, running: Set(pipelines.filter { $0.value.run != nil }.keys))
        for (definition, result) in results {
            await apply(definition, result, conflicts.diagnostics(of: definition.name))
        }
        for definition in folders.refused { await refuse(definition) }
        // Changes before the folder was watched were not noticed.
        if watch(folders) { needsScan = true }
        publishTargets()
    }

    /// Shows a pipeline that exceeds the limit, without loading its file.
    private func refuse(_ definition: PipelineDefinition) async {
        let problem = Diagnostic(
            code: "limit-reached", message: "not run: the service has \(ServiceFolders.limit) pipelines already",
            at: definition.location ?? SourceLocation(file: definition.path, line: 1, column: 1),
            notes: ["run a second service"])
        await apply(definition, .rejected([]), [problem], isRefused: true)
    }

    private func apply(
        _ definition: PipelineDefinition, _ result: PipelineFileResult, _ conflicts: [Diagnostic],
        isRefused: Bool = false
    ) async {
        let name = definition.name
        var served = pipelines[name] ?? ServedPipeline(definition, makeHooks(of: name))
        // A reload in progress applies the content that it has read; the next scan applies a later one.
        if served.isReloading { return scanLater() }
        let contents = result.sources.mapValues(\.text)
        let isChanged =
            pipelines[name] == nil || served.loaded == nil || contents != served.contents
            || definition.path != served.definition.path || conflicts != served.conflicts
            || definition.settings.parameters != served.definition.settings.parameters
            || definition.settings.start != served.definition.settings.start
            || (result.plan == nil) != (served.loaded?.plan == nil)
        (served.definition, served.isRefused) = (definition, isRefused)
        served.supervisor.settings = definition.settings
        served.loaded = result
        if isChanged, served.run == nil, result.plan != nil { served.shown = try? Pipeline(result) }
        served.shown?.readHooks { [hooks = served.hooks] in hooks.figures }
        if served.run == nil { update(served.hooks, with: result.plan) }
        served.contents = contents
        served.conflicts = conflicts
        pipelines[name] = served
        guard isChanged else { return }
        guard result.plan != nil, conflicts.isEmpty else {
            onEvent(.diagnostics(name, (result.plan == nil ? result.masked : []) + conflicts))
            await handle(
                .rejected, of: name, reason: isRefused ? conflicts[0].message : Self.invalidReason(result, conflicts))
            return reportInvalidFile(of: name)
        }
        if !result.diagnostics.isEmpty { onEvent(.diagnostics(name, result.masked)) }
        await handle(.loaded, of: name)
    }
}

extension PipelineService {
    /// The reason for the state `invalid`: the first error with its place.
    private static func invalidReason(_ result: PipelineFileResult, _ conflicts: [Diagnostic]) -> String {
        let errors = ((result.plan == nil ? result.masked : []) + conflicts).filter { $0.severity == .error }
        guard let first = errors.first, !first.isSecret else { return "its file has errors" }
        let place = first.location.map { "\($0.file):\($0.line): " } ?? ""
        let others = errors.count > 1 ? ", and \(errors.count - 1) more" : ""
        return "its file has errors: \(place)\(first.message)\(others)"
    }
}

extension PipelineFileResult {
    /// The diagnostics with secrets masked.
    fileprivate var masked: [Diagnostic] { PipelineDiagnostics(self).all }
}

// Watching.
extension PipelineService {
    func startWatching() {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        watcher = FolderWatcher { name in
            // Output in the same folder is not of interest. Kubernetes replaces the link '..data' of a mounted folder.
            let isRelevant = name.isEmpty || ServiceFolders.isYAML(name) || name.hasPrefix("..")
            if isRelevant { continuation.yield() }
        }
        if watcher == nil {
            onEvent(
                .problem(
                    nil, .warning, "changed files are not noticed: the system has no inotify instance; send SIGHUP"))
        }
        runInBackground(
            Task { [weak self, clock] in
                for await _ in changes {
                    try? await clock.sleep(until: clock.now + Self.debounce, tolerance: nil)
                    guard let self, !Task.isCancelled else { return }
                    await self.rescan()
                }
            })
    }

    func scanLater() {
        Task { [weak self, clock] in
            try? await clock.sleep(until: clock.now + Self.debounce, tolerance: nil)
            await self?.rescan()
        }
    }

    /// Watches the folders of all files that were read. Returns whether a folder was not watched before.
    private func watch(_ folders: ServiceFolders) -> Bool {
        var files = folders.serviceFiles + folders.definitions.map(\.path)
        files += pipelines.values.flatMap { $0.contents.keys }
        var watched = Set(files.map(ServiceFolders.folder))
        watched.formUnion(paths.filter { !files.contains($0) })
        _ = watcher?.watch(watched)
        defer { watchedFolders = watched }
        return !watched.isSubset(of: watchedFolders)
    }
}
