import StageKit
import Synchronization

/// The name, kind and role of every stage that a run has or had, by its run-wide number. Numbers are never reused.
final class StageTable: Sendable {
    private struct Entry: Sendable {
        let name: String
        let kind: String
        let role: StageDescription.Role
    }
    private let entries = Mutex<[Entry]>([])

    /// Assigns a number to a stage.
    func add(_ stage: PlannedStage) -> Int {
        entries.withLock { entries in
            entries.append(
                Entry(name: stage.name, kind: stage.description.kind, role: stage.description.role))
            return entries.count - 1
        }
    }

    func name(_ number: Int) -> String { entries.withLock { $0[number].name } }
    func kind(_ number: Int) -> String { entries.withLock { $0[number].kind } }
    func role(_ number: Int) -> StageDescription.Role { entries.withLock { $0[number].role } }
}
