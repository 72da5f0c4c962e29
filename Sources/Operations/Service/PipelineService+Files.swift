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
        let folders = ServiceFolders(paths, defaults: defaults)
        name = folders.name ?? name
        admin = folders.admin
        let new = folders.problems.filter { !problems.contains($0) }
        if !new.isEmpty { onEvent(.diagnostics(nil, new)) }
        problems = folders.problems
        (commonHooks, commonRedactor) = (folders.hooks, folders.redactor)
        for served in pipelines.values {
            if let plan = served.run?.hookPlan ?? served.loaded?.plan { update(served.hooks, with: plan) }
        }
        let names = Set(folders.definitions.map(\.name))
        for name in pipelines.keys.sorted() where !names.contains(name) {
            await handle(.removed, of: name, reason: "its file was removed")
        }
        let results = folders.definitions.map { ($0, load($0, placement(of: $0.name))) }
        let conflicts = ListenerConflicts(results, running: Set(pipelines.filter { $0.value.run != nil }.keys))
        for (definition, result) in results {
            await apply(definition, result, conflicts.diagnostics(of: definition.name))
        }
        // Changes before the folder was watched were not noticed.
        if watch(folders) { needsScan = true }
        publishTargets()
    }

    private func apply(_ definition: PipelineDefinition, _ result: PipelineFileResult, _ conflicts: [Diagnostic]) async
    {
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
        served.definition = definition
        served.supervisor.settings = definition.settings
        served.loaded = result
        if isChanged, served.run == nil, result.plan != nil { served.shown = try? Pipeline(result) }
        served.shown?.readHooks { [hooks = served.hooks] in hooks.figures }
        if served.run == nil, let plan = result.plan { update(served.hooks, with: plan) }
        served.contents = contents
        served.conflicts = conflicts
        pipelines[name] = served
        guard isChanged else { return }
        guard result.plan != nil, conflicts.isEmpty else {
            onEvent(.diagnostics(name, (result.plan == nil ? result.masked : []) + conflicts))
            return await handle(.rejected, of: name, reason: "its file has errors")
        }
        if !result.diagnostics.isEmpty { onEvent(.diagnostics(name, result.masked)) }
        await handle(.loaded, of: name)
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

    private func scanLater() {
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
