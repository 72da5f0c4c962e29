import Glibc
import StageKit

/// Checks that stage initializers have no side effects: equal options give equal stages, and no file is opened or
/// thread started.
struct InitializerCheck<Stage: StageKit.Stage> {
    private(set) var violations: [StageConformance.Violation] = []
    private(set) var canBeCreated = false

    /// The number of stages created. It is large, so that other activity in the process does not affect the result.
    private static var count: Int { 256 }

    init(_ options: () -> Stage.Options) {
        do {
            // The first stage may create shared state, such as a table, which is not a violation.
            _ = try Stage(options: options())
            let given = options()
            let before = ProcessResources()
            let stages = try (0..<Self.count).map { _ in try Stage(options: given) }
            canBeCreated = true
            compareResources(before, ProcessResources())
            if reflected(stages[0]) != reflected(stages[1]) {
                violations.append(.init("pure-init", "two stages with equal options differ"))
            }
        } catch {
            let required = Stage.Options.fields.filter(\.isRequired).map { "'\($0.key)'" }
            let remedy = required.isEmpty ? "" : "; pass options with \(required.joined(separator: ", ")) to the check"
            violations.append(.init("default-options", "the options are rejected: \(error)\(remedy)"))
        }
    }

    private mutating func compareResources(_ before: ProcessResources, _ after: ProcessResources) {
        if after.files - before.files >= Self.count {
            violations.append(.init("pure-init", "the initializer opens a file"))
        }
        if after.threads - before.threads >= Self.count {
            violations.append(.init("pure-init", "the initializer starts a thread"))
        }
    }
}

/// The numbers of open file descriptors and threads of this process.
private struct ProcessResources {
    let files = ProcessResources.entries("/proc/self/fd")
    let threads = ProcessResources.entries("/proc/self/task")

    private static func entries(_ path: String) -> Int {
        guard let folder = opendir(path) else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count
    }
}
