import Observation

/// The observers of properties that change while a writer runs.
///
/// A writer or an input shares this object with the engine, which must not retain the writer or the input. Reading a
/// property registers an access; the engine reports changes after releasing its lock.
final class ObservedProperties: Observable, Sendable {
    private let registrar = ObservationRegistrar()

    // Values are read from the engine: these properties exist for their key paths.
    private var status: Void { () }
    private var readiness: Void { () }
    private var pass: Void { () }

    func readStatus() { registrar.access(self, keyPath: \.status) }
    func readReadiness() { registrar.access(self, keyPath: \.readiness) }
    func readPass() { registrar.access(self, keyPath: \.pass) }

    func statusHasChanged() { registrar.withMutation(of: self, keyPath: \.status) {} }
    func readinessHasChanged() { registrar.withMutation(of: self, keyPath: \.readiness) {} }
    func passHasChanged() { registrar.withMutation(of: self, keyPath: \.pass) {} }
}
